import type { BlockView } from '../../../../src/server/api-types.ts'
import { countText } from '../../parts/format.ts'
import { Hostile, HostileText } from '../../parts/text.tsx'
import { ItemList } from './item-list.tsx'
import { LongText } from './long-text.tsx'

/** A part of a case or an answer that is no dialogue of its own pane. */
export function BlockPart({
  block,
  onItem,
}: {
  readonly block: BlockView
  readonly onItem?: (key: string) => void
}) {
  return (
    <section className="stack" style={{ gap: 4 }}>
      <h3>
        <Hostile text={block.title} />
        {block.kind === 'items' && block.items.length > 1 ? (
          <span className="dim small"> {countText(block.items.length)}</span>
        ) : null}
      </h3>
      <Body block={block} {...(onItem === undefined ? {} : { onItem })} />
    </section>
  )
}

function Body({ block, onItem }: { readonly block: BlockView; readonly onItem?: (key: string) => void }) {
  switch (block.kind) {
    case 'items':
      return <ItemList items={block.items} {...(onItem === undefined ? {} : { onItem })} />
    case 'text':
      return <LongText text={block.text.text} lang={block.text.lang} dir={block.text.dir} />
    case 'json':
      return <LongText text={JSON.stringify(block.json, null, 2) ?? ''} lang={null} dir="ltr" mono />
    case 'dialogue':
      return (
        <ol className="stack" style={{ gap: 4 }}>
          {block.turns.map((turn, at) => (
            // eslint-disable-next-line no-array-index-key -- turns have no other name
            <li key={at}>
              <b className="small">{turn.role}</b>{' '}
              <HostileText text={turn.text} lang={turn.lang} dir={turn.dir} />
            </li>
          ))}
        </ol>
      )
  }
}
