import { useEffect, useRef, type ReactNode } from 'react'

/** A dialogue of the page with the reader. Escape and a click beside it close it. */
export function Dialog({
  title,
  onClose,
  children,
  footer,
}: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
}) {
  const place = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = place.current
    if (dialog !== null && !dialog.open) dialog.showModal()
  }, [])
  return (
    // eslint-disable-next-line no-noninteractive-element-interactions, click-events-have-key-events -- Escape is the browser's
    <dialog
      ref={place}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === place.current) place.current?.close()
      }}
    >
      <header>
        <h2 className="grow">{title}</h2>
        <button type="button" className="plain" aria-label="Close" onClick={() => place.current?.close()}>
          ✕
        </button>
      </header>
      <div className="body">{children}</div>
      {footer === undefined ? null : <footer>{footer}</footer>}
    </dialog>
  )
}
