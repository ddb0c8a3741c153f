import type { PlantPlace } from '../../../core/perturbation.ts'

/** The items in another order (Fisher-Yates; turned by one where chance gives the old order). */
export function shuffled<T>(items: readonly T[], place: PlantPlace): T[] {
  const left = [...items]
  const order: T[] = []
  while (left.length > 0) order.push(...left.splice(place.draw(left.length), 1))
  const isSame = order.every((item, at) => item === items[at])
  return isSame ? [...order.slice(1), ...order.slice(0, 1)] : order
}
