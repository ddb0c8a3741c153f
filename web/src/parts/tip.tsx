import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react'

interface Shown {
  readonly text: string
  readonly x: number
  readonly y: number
}

const TipContext = createContext<(shown: Shown | null) => void>(() => {})

/** One tip for the whole page. */
export function TipProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null)
  return (
    <TipContext value={setShown}>
      {children}
      {shown === null ? null : (
        <div
          className="tip"
          role="tooltip"
          style={{
            left: Math.min(shown.x + 12, window.innerWidth - 372),
            ...(shown.y > window.innerHeight - 140
              ? { bottom: window.innerHeight - shown.y + 10 }
              : { top: shown.y + 14 }),
          }}
        >
          {shown.text}
        </div>
      )}
    </TipContext>
  )
}

/** What an element needs to show a tip, for the pointer and for the keyboard. */
export function useTip(text: string) {
  const show = useContext(TipContext)
  const at = useCallback(
    (event: { readonly clientX: number; readonly clientY: number }) =>
      show({ text, x: event.clientX, y: event.clientY }),
    [show, text],
  )
  const hide = useCallback(() => show(null), [show])
  return useMemo(
    () => ({
      onPointerMove: at,
      onPointerLeave: hide,
      onFocus: (event: { readonly currentTarget: Element }) => {
        const box = event.currentTarget.getBoundingClientRect()
        show({ text, x: box.left, y: box.bottom })
      },
      onBlur: hide,
    }),
    [at, hide, show, text],
  )
}
