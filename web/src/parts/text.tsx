import { Fragment, memo } from 'react'
import { piecesOf } from './unseen.ts'

/** Text of data or a model: as text, with what can't be seen made visible. */
export const Hostile = memo(function Hostile({ text }: { readonly text: string }) {
  return (
    <>
      {piecesOf(text).map((piece, place) =>
        'words' in piece ? (
          // eslint-disable-next-line no-array-index-key -- pieces of one text have no other name
          <Fragment key={place}>{piece.words}</Fragment>
        ) : (
          // eslint-disable-next-line no-array-index-key
          <span
            key={place}
            className="unseen"
            data-units={piece.units}
            title="a character that can not be seen"
          >
            {piece.unseen}
          </span>
        ),
      )}
    </>
  )
})

/** The same in an element of its own, with language and direction where they are known. */
export function HostileText({
  text,
  lang,
  dir,
  className = '',
  as: Tag = 'span',
}: {
  readonly text: string
  readonly lang?: string | null
  readonly dir?: 'ltr' | 'rtl' | 'auto'
  readonly className?: string
  readonly as?: 'span' | 'div' | 'p' | 'td' | 'pre'
}) {
  return (
    <Tag className={`hostile ${className}`} dir={dir ?? 'auto'} {...(lang == null ? {} : { lang })}>
      <Hostile text={text} />
    </Tag>
  )
}
