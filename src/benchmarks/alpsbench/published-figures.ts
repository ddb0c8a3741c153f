// Digits of AlpsBench's publications. Facts as printed, column by column; `published.ts` says what they mean.

export const paperTable2 = 'arXiv 2603.26680, Table 2'
export const leaderboard = 'AlpsBench leaderboard (MissHsiaoo/Alps_Bench, public/benchmark-data)'
export const paperTable3 = 'arXiv 2603.26680, Table 3'
export const paperFigure5 = 'arXiv 2603.26680, Figure 5'
export const paperFigure6 = 'arXiv 2603.26680, Figure 6'

/** A system and its figures, in the order of the columns. */
export type FigureRow = readonly [system: string, ...values: readonly number[]]

/** Extraction, update, d100, d300, d500, d700, d1000 of Table 2. */
export const lifecycle: readonly FigureRow[] = [
  ['GPT-5.2', 41.43, 81.49, 0.9254, 0.9052, 0.8884, 0.8733, 0.8572],
  ['GPT-4.1-mini', 33.69, 54.66, 0.8802, 0.8156, 0.7761, 0.7482, 0.7295],
  ['DeepSeek Reasoner', 47.79, 80.91, 0.9569, 0.9484, 0.9376, 0.9083, 0.9273],
  ['Gemini-3 Flash', 51.67, 68.85, 0.9538, 0.9419, 0.9342, 0.9268, 0.9269],
  ['Llama-4 Maverick', 22.07, 58.84, 0.8729, 0.6005, 0.5616, 0.5141, 0.4811],
  ['Claude-Sonnet-4.5', 41.64, 51.25, 0.9542, 0.903, 0.9222, 0.8999, 0.8855],
  ['Qwen3-max', 39.01, 76.28, 0.918, 0.8669, 0.8314, 0.7871, 0.7542],
]

/** PA, PF-Gen, PF-Int, EI-EN, EI-CN of Table 2. */
export const utilization: readonly FigureRow[] = [
  ['GPT-5.2', 0.5702, 0.6983, 0.768, 3.42, 3.9],
  ['GPT-4.1-mini', 0.4018, 0.4995, 0.524, 2.79, 2.92],
  ['DeepSeek Reasoner', 0.5825, 0.6483, 0.612, 3.66, 4],
  ['Gemini-3 Flash', 0.6895, 0.7655, 0.7052, 3.49, 3.58],
  ['Llama-4 Maverick', 0.2684, 0.1152, 0.308, 2.48, 2.38],
  ['Claude-Sonnet-4.5', 0.5614, 0.6045, 0.5498, 3.1, 3.05],
  ['Qwen3-max', 0.6228, 0.6901, 0.6574, 3.68, 3.84],
]

/** PF over both sub-pools, VRA, CF of the leaderboard; then VRA and CF as Table 2 prints them. */
export const corrected: readonly FigureRow[] = [
  ['GPT-5.2', 0.7124, 0.736, 0.896, 0.5702, 0.5702],
  ['GPT-4.1-mini', 0.5045, 0.278, 0.7774, 0.4018, 0.4018],
  ['DeepSeek Reasoner', 0.6409, 0.386, 0.9602, 0.5825, 0.9602],
  ['Gemini-3 Flash', 0.7532, 0.352, 0.8328, 0.6895, 0.8328],
  ['Llama-4 Maverick', 0.1552, 0.86, 0.872, 0.1552, 0.872],
  ['Claude-Sonnet-4.5', 0.5933, 0.948, 0.9514, 0.5933, 0.9514],
  ['Qwen3-max', 0.6834, 0.438, 0.8267, 0.6834, 0.8267],
]

/** Extraction precision, recall, F1, judge; update precision, recall, F1, judge. The site calls precision accuracy. */
export const metricRows: readonly FigureRow[] = [
  ['GPT-5.2', 0.3537, 0.4922, 0.3853, 71.34, 0.9075, 0.7457, 0.8039, 78.14],
  ['GPT-4.1-mini', 0.3044, 0.3584, 0.297, 63.54, 0.5937, 0.4709, 0.489, 58.49],
  ['DeepSeek Reasoner', 0.4978, 0.5518, 0.4894, 70.84, 0.8897, 0.738, 0.7924, 75.06],
  ['Gemini-3 Flash', 0.4274, 0.6648, 0.497, 68.54, 0.6982, 0.6882, 0.6792, 72.82],
  ['Llama-4 Maverick', 0.3029, 0.2097, 0.224, 52.48, 0.686, 0.5199, 0.5804, 60.46],
  ['Claude-Sonnet-4.5', 0.3261, 0.5368, 0.3845, 69.14, 0.5569, 0.4522, 0.486, 64.47],
  ['Qwen3-max', 0.4493, 0.4044, 0.4003, 69.41, 0.9361, 0.6604, 0.7667, 72.91],
]

/** GPT-4.1-mini given the query and the gold memories. */
export const withGoldMemories = 'GPT-4.1-mini with ground-truth memories'

/** English resonation, expression, reception; Chinese resonation, expression, reception. */
export const emotionDimensions: readonly FigureRow[] = [
  ['GPT-5.2', 2.88, 3.59, 3.63, 3.08, 3.83, 3.87],
  ['GPT-4.1-mini', 2.61, 2.76, 2.9, 2.67, 2.92, 2.97],
  ['DeepSeek Reasoner', 3.17, 3.68, 3.78, 3.45, 3.8, 3.93],
  ['Gemini-3 Flash', 3.15, 3.59, 3.53, 3.25, 3.95, 3.68],
  ['Llama-4 Maverick', 2.35, 2.37, 2.52, 2.5, 2.3, 2.57],
  ['Claude-Sonnet-4.5', 2.77, 3.17, 3.29, 2.67, 3.05, 3.29],
  ['Qwen3-max', 3.24, 3.78, 3.89, 3.58, 3.95, 4.03],
  [withGoldMemories, 3, 3.37, 3.25, 3.08, 3.57, 3.34],
]

/** d100, d300, d500, d700, d1000. */
export const retrievers: readonly FigureRow[] = [
  ['nltk + BM25', 0.2592, 0.192, 0.1683, 0.1519, 0.1393],
  ['all-MiniLM-L6-v2', 0.6084, 0.5034, 0.4523, 0.4252, 0.3954],
]

/** PA, PF-Gen, PF-Int, VRA, CF, EI-EN, EI-CN of memory systems with GPT-4.1-mini as backbone. */
export const memorySystems: readonly FigureRow[] = [
  ['MemoryOS', 0.3719, 0.5117, 0.5458, 0.15, 0.766, 2.23, 2.26],
  ['A-Mem', 0.2825, 0.5566, 0.4303, 0.246, 0.8532, 1.98, 1.95],
  ['EverMemOS', 0.7246, 0.8104, 0.6494, 0.158, 0.7356, 2.68, 2.73],
  ['Mem0', 0.2719, 0.4557, 0.3825, 0.15, 0.811, 1.88, 2.02],
  ['Mem0g', 0.2754, 0.4516, 0.3904, 0.158, 0.8171, 1.87, 1.91],
  ['MemOS', 0.2632, 0.5423, 0.4502, 0.13, 0.8323, 2.05, 2.08],
  ['LightMem', 0.2438, 0.4455, 0.4025, 0.1854, 0.8208, 1.79, 1.83],
]

/** EI-EN, EI-CN. */
export const goldMemoryEmotion: readonly FigureRow[] = [[withGoldMemories, 3.21, 3.33]]

/** Mean recall of extraction from the store of a memory system. */
export const memoryRecalls: readonly FigureRow[] = [
  ['EverMemOS', 0.4226],
  ['LightMem', 0.323],
  ['MemoryOS', 0.3114],
  ['Mem0g', 0.1877],
  ['Mem0', 0.1752],
  ['A-Mem', 0.0537],
  ['MemOS', 0.0003],
]

/** Missing rate, direct recall, indirect recall of extraction, measured on the plot. */
export const missingRates: readonly FigureRow[] = [
  ['Gemini-3 Flash', 0.303, 0.72, 0.62],
  ['DeepSeek Reasoner', 0.4, 0.645, 0.525],
  ['Claude-Sonnet-4.5', 0.446, 0.61, 0.455],
  ['GPT-5.2', 0.452, 0.63, 0.405],
  ['Qwen3-max', 0.538, 0.515, 0.365],
  ['GPT-4.1-mini', 0.571, 0.56, 0.205],
  ['Llama-4 Maverick', 0.787, 0.29, 0.08],
]
