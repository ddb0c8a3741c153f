import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../api/transport.ts'

/** Nothing is here, and what to do about it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** What went wrong and what to do. */
export function Problem({ error, again }: { readonly error: unknown; readonly again?: () => void }) {
  const fix = error instanceof ApiError ? error.fix : null
  const place = error instanceof ApiError ? error.place : null
  return (
    <div className="notice bad" role="alert">
      <p>
        {error instanceof Error ? error.message : String(error)}
        {place === null ? null : <span className="dim"> ({place})</span>}
      </p>
      {fix === null ? null : <p className="dim">{fix}</p>}
      {again === undefined ? null : (
        <p>
          <button type="button" onClick={again}>
            Try again
          </button>
        </p>
      )}
    </div>
  )
}

/** Stands where something of this height will be. */
export function Skeleton({ height }: { readonly height: number }) {
  return <div className="skeleton" style={{ height }} aria-hidden="true" />
}

/** An answer, its skeleton, or its problem. */
export function Loaded<T>({
  answer,
  height = 240,
  children,
}: {
  readonly answer: { readonly data: T | undefined; readonly error: Error | null; refetch(): unknown }
  readonly height?: number
  readonly children: (data: T) => ReactNode
}) {
  if (answer.data !== undefined) return <>{children(answer.data)}</>
  if (answer.error !== null) return <Problem error={answer.error} again={() => void answer.refetch()} />
  return (
    <>
      <span className="visually-hidden" role="status">
        Loading
      </span>
      <Skeleton height={height} />
    </>
  )
}

export function NotFound() {
  return (
    <Empty title="There is no such page">
      <p>
        <Link to="/">Go to the runs</Link>
      </p>
    </Empty>
  )
}

/** A screen that broke; the frame around it still works. */
export function RouteProblem({ error, reset }: { readonly error: unknown; readonly reset?: () => void }) {
  return (
    <div className="page">
      <h1>This page could not be shown</h1>
      <Problem error={error} {...(reset === undefined ? {} : { again: reset })} />
    </div>
  )
}
