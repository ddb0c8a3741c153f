import { Component, type ReactNode } from 'react'

interface Props {
  readonly children: ReactNode
  /** Shown in place of what broke. */
  readonly fallback: (error: Error) => ReactNode
}

/** Keeps a broken part from taking the rest of the page with it. */
export class Boundary extends Component<Props, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : this.props.fallback(this.state.error)
  }
}
