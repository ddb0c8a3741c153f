import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { ItemView } from '../../../../src/server/api-types.ts'
import { ItemCard } from './item-card.tsx'

/** Lists of more items are virtual: candidates come by the thousand. */
const PLAIN = 60

/** Items one below the other. Those that are marked come first where the list is long. */
export function ItemList({
  items,
  onItem,
}: {
  readonly items: readonly ItemView[]
  readonly onItem?: (key: string) => void
}) {
  const more = onItem === undefined ? {} : { onItem }
  if (items.length <= PLAIN)
    return (
      <div className="item-list">
        {items.map((item) => (
          <ItemCard key={item.key} item={item} {...more} />
        ))}
      </div>
    )
  const marked = items.filter(({ marks }) => marks.length > 0)
  return (
    <>
      <div className="item-list">
        {marked.map((item) => (
          <ItemCard key={item.key} item={item} {...more} />
        ))}
      </div>
      <LongList items={items} {...more} />
    </>
  )
}

function LongList({
  items,
  onItem,
}: {
  readonly items: readonly ItemView[]
  readonly onItem?: (key: string) => void
}) {
  const scroll = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 52,
    overscan: 8,
  })
  return (
    // eslint-disable-next-line no-noninteractive-tabindex -- scrolled by keys
    <div className="item-scroll" ref={scroll} tabIndex={0} role="group" aria-label={`${items.length} items`}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index]
          return item === undefined ? null : (
            <div
              key={key}
              data-index={index}
              ref={virtual.measureElement}
              style={{
                position: 'absolute',
                insetInline: 0,
                paddingBottom: 4,
                transform: `translateY(${start}px)`,
              }}
            >
              <ItemCard item={item} {...(onItem === undefined ? {} : { onItem })} />
            </div>
          )
        })}
      </div>
    </div>
  )
}
