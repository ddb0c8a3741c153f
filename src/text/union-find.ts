/**
 * Connected components of an undirected graph, isolated nodes included. Components are ordered by their first
 * node, their members as in `nodes`. Nodes are compared as Map keys (strings and numbers by value); a repeated
 * node counts once. Union by size with path halving: nearly linear in nodes + edges.
 * @throws RangeError for an edge to something that is not a node
 */
export function connectedComponents<Node>(
  nodes: readonly Node[],
  edges: Iterable<readonly [Node, Node]>,
): Node[][] {
  const parents = new Map<Node, Node>(nodes.map((node) => [node, node]))
  const sizes = new Map<Node, number>()

  function rootOf(node: Node): Node {
    let current = node
    for (;;) {
      const parent = parents.get(current)
      if (parent === undefined) throw new RangeError(`edge to an unknown node: ${String(node)}`)
      if (parent === current) return current
      const grandparent = parents.get(parent) ?? parent
      parents.set(current, grandparent)
      current = grandparent
    }
  }

  for (const [from, to] of edges) {
    const left = rootOf(from)
    const right = rootOf(to)
    if (left === right) continue
    const leftSize = sizes.get(left) ?? 1
    const rightSize = sizes.get(right) ?? 1
    const [larger, smaller] = leftSize < rightSize ? [right, left] : [left, right]
    parents.set(smaller, larger)
    sizes.set(larger, leftSize + rightSize)
  }

  const components = new Map<Node, Node[]>()
  for (const node of new Set(nodes)) {
    const root = rootOf(node)
    const members = components.get(root)
    if (members === undefined) components.set(root, [node])
    else members.push(node)
  }
  return Array.from(components.values())
}
