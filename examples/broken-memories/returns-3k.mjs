import { fakeMemories } from '@rapport-bench/rapport/testing'

export default fakeMemories['returns-3k']
