export { growthResultSchema, type GrowthPoint, type GrowthResult } from './growth-result.ts'
export { defaultGrowthSizes, measureGrowth, type GrowthOptions } from './measure-growth.ts'
