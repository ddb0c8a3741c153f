import { Dialog } from './parts/dialog.tsx'

const groups: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'Everywhere',
    [
      ['g r', 'runs'],
      ['g l', 'leaderboard'],
      ['g c', 'cases'],
      ['g m', 'compare'],
      ['g a', 'annotate'],
      ['g u', 'audit'],
      ['g s', 'settings'],
      ['/', 'search'],
      ['?', 'this help'],
    ],
  ],
  [
    'Cases',
    [
      ['j k', 'next, previous case'],
      ['[ ]', 'previous, next system'],
      ['Enter', 'open'],
      ['n p', 'next, previous mark in the dialogue'],
      ['b', 'two systems side by side'],
    ],
  ],
  [
    'Annotation',
    [
      ['1-9', 'choose'],
      ['a', 'accept'],
      ['e', 'edit'],
      ['x', 'reject'],
      ['n', 'new from the selection'],
      ['u', 'undo'],
      ['Enter', 'done, and next'],
    ],
  ],
]

/** Every key, by screen. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <div className="row" style={{ alignItems: 'start', gap: 32 }}>
        {groups.map(([title, keys]) => (
          <section key={title} className="stack" style={{ gap: 6 }}>
            <h3>{title}</h3>
            <dl className="facts">
              {keys.map(([key, what]) => (
                <div key={key} style={{ display: 'contents' }}>
                  <dt>
                    {key.split(' ').map((one) => (
                      <kbd key={one} style={{ marginRight: 4 }}>
                        {one}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
