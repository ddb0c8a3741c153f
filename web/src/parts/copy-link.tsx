import { useState } from 'react'

/** Copies the address of what is on the screen. */
export function CopyLink() {
  const [said, setSaid] = useState('Copy link')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(window.location.href)
      setSaid('Copied')
    } catch {
      // Not allowed here: the address bar has it.
      setSaid('It is in the address bar')
    }
  }
  return (
    <button type="button" onClick={() => void copy()} onBlur={() => setSaid('Copy link')}>
      <span aria-live="polite">{said}</span>
    </button>
  )
}
