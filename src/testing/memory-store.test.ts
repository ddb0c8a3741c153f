import { describe, expect, it } from 'vitest'
import { MemoryStore } from './memory-store.ts'
import { storeConformance } from './store-conformance.ts'

storeConformance('memory store', async () => new MemoryStore(), { describe, it, expect })
