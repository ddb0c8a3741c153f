import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** What stands after `?`: names and words, nothing else. */
export type Address = Readonly<Record<string, string>>

/** Reads the end of an address; whoever wrote it. Of a name that comes twice the last counts. */
export function readAddress(text: string): Address {
  return Object.fromEntries(new URLSearchParams(text.replace(/^\?/, '')))
}

/** The end of an address; empty words are left out. */
export function writeAddress(address: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(address).flatMap(([name, value]) =>
    (typeof value === 'string' && value !== '') || typeof value === 'number' ? [[name, String(value)]] : [],
  )
  return words.length === 0 ? '' : `?${new URLSearchParams(words).toString()}`
}

/** Changes of an address: undefined takes a word away. */
export type AddressChange = Readonly<Record<string, string | undefined>>

/** The words of the address, and how to change them: a choice of the reader's makes a step that Back undoes. */
export function useAddress(): readonly [
  Address,
  (change: AddressChange, options?: { replace?: boolean }) => void,
] {
  const found: unknown = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = useCallback(
    (next: AddressChange, options: { replace?: boolean } = {}) => {
      void navigate({
        to: '.',
        search: (before: Readonly<Record<string, unknown>>) => changed(wordsOf(before), next),
        replace: options.replace ?? false,
        resetScroll: false,
      })
    },
    [navigate],
  )
  return [wordsOf(found), change]
}

function changed(before: Address, next: AddressChange): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries({ ...before, ...next }).filter(([, value]) => value !== undefined && value !== ''),
  )
}

function wordsOf(found: unknown): Address {
  if (typeof found !== 'object' || found === null) return {}
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
}
