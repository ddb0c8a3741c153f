// About 600 tokens, each call with other words: no cache could answer. Shared by the gateway and the rivals.
const dialogue = 'user: I moved to Lisbon last spring and play the cello on Sundays. '.repeat(40)

/** @param {number} index */
export const promptOf = (index) => `${index}: ${dialogue}`
