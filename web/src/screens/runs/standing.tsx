import type { RunStanding } from './filter.ts'

const looks: Readonly<
  Record<RunStanding, { readonly sign: string; readonly tone: string; readonly why: string }>
> = {
  planning: { sign: '…', tone: 'accent', why: 'its data is being read' },
  running: { sign: '▶', tone: 'accent', why: 'somebody works on it' },
  interrupted: {
    sign: '⏸',
    tone: 'warn',
    why: 'its process ended in the middle: resume goes on where it was',
  },
  done: { sign: '✓', tone: 'good', why: 'finished' },
  stopped: { sign: '⏹', tone: 'warn', why: 'stopped by somebody: resume goes on where it was' },
  failed: { sign: '✕', tone: 'bad', why: 'ended with an error: resume tries again' },
}

/** How a run stands. */
export function Standing({ standing }: { readonly standing: RunStanding }) {
  const { sign, tone, why } = looks[standing]
  return (
    <span className={`badge ${tone}`} title={why}>
      <span aria-hidden="true">{sign}</span>
      {standing}
    </span>
  )
}
