export function promptOf(index: number): string
