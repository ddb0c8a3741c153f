import { fakeMemories } from '@rapport-bench/rapport/testing'

export default fakeMemories['throws-on-a-session']
