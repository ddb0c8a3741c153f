import { fakeMemories } from '@rapport-bench/rapport/testing'

export default fakeMemories['never-ready']
