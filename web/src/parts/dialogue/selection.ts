/** A passage of one turn; units of UTF-16 in its text. */
export interface Picked {
  readonly turn: number
  readonly start: number
  readonly end: number
}

/** UTF-16 units of the text that a node stands for: an unseen character is shown by its name. */
function unitsOf(node: Node): number {
  if (node instanceof HTMLElement) {
    const own = node.dataset['units']
    if (own !== undefined) return Number(own)
    let units = 0
    for (const child of node.childNodes) units += unitsOf(child)
    return units
  }
  return node instanceof Text ? node.data.length : 0
}

/** Units in front of a place inside an element. */
function unitsBefore(root: HTMLElement, node: Node, offset: number): number {
  let units = 0
  if (node !== root) {
    for (let sibling = node.previousSibling; sibling !== null; sibling = sibling.previousSibling)
      units += unitsOf(sibling)
    const parent = node.parentNode
    if (parent instanceof HTMLElement && parent !== root) units += unitsBefore(root, parent, 0)
  }
  if (node instanceof Text) return units + (insideUnseen(node) ? 0 : offset)
  let at = 0
  for (const child of node.childNodes) {
    if (at >= offset) break
    units += unitsOf(child)
    at += 1
  }
  return units
}

function insideUnseen(node: Node): boolean {
  return node.parentElement?.closest('[data-units]') !== null
}

/** The part of a turn that holds a node, with the turn's number and the part's start. */
function partOf(
  node: Node | null,
): { readonly root: HTMLElement; readonly turn: number; readonly start: number } | null {
  const element = node instanceof Element ? node : (node?.parentElement ?? null)
  const root = element?.closest<HTMLElement>('[data-start]') ?? null
  const turn = root?.closest<HTMLElement>('[data-turn]')?.dataset['turn']
  const start = root?.dataset['start']
  return root === null || turn === undefined || start === undefined
    ? null
    : { root, turn: Number(turn), start: Number(start) }
}

/** What is selected in a dialogue; null where nothing is, or more than one turn. */
export function pickedIn(selection: Selection | null): Picked | null {
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const first = partOf(range.startContainer)
  const last = partOf(range.endContainer)
  if (first === null || last === null || first.turn !== last.turn) return null
  const start = first.start + unitsBefore(first.root, range.startContainer, range.startOffset)
  const end = last.start + unitsBefore(last.root, range.endContainer, range.endOffset)
  return end > start ? { turn: first.turn, start, end } : null
}
