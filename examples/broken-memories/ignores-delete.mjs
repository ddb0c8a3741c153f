import { fakeMemories } from '@rapport-bench/rapport/testing'

export default fakeMemories['ignores-delete']
