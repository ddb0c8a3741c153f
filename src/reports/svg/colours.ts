/**
 * Colours of pages and plots. Eight hues for systems after Okabe and Ito (Color Universal Design, 2008), darkened for
 * a white page and lightened for a dark one until each has 3:1 against it. Text has 4.5:1 (colours.test.ts).
 */
export const light = {
  page: '#ffffff',
  panel: '#f5f6f7',
  text: '#1b1f24',
  dim: '#57606a',
  line: '#d0d7de',
  accent: '#0a58a8',
  scored: '#5f6b78',
  unscored: '#a86a00',
  failed: '#b42318',
  infrastructure: '#7a3fb0',
  skipped: '#8c949c',
  systems: ['#0072b2', '#c14a00', '#007a5a', '#a63d7a', '#806600', '#2f83b8', '#5d4b9c', '#5f6670'],
} as const

export const dark = {
  page: '#14171a',
  panel: '#1d2126',
  text: '#e6e9ec',
  dim: '#a4adb7',
  line: '#3a424b',
  accent: '#7fb8f0',
  scored: '#8f99a6',
  unscored: '#e0a030',
  failed: '#f0705f',
  infrastructure: '#b98ae6',
  skipped: '#69727c',
  systems: ['#56b4e9', '#f08c4b', '#3fc79a', '#e59ac4', '#e0c34a', '#9cd3f5', '#b3a3ee', '#b8bec6'],
} as const

export const shapes = ['circle', 'square', 'triangle', 'diamond'] as const
export type Shape = (typeof shapes)[number]

/** How a system looks: by its name alone, so the same in every report. */
export interface Look {
  /** 0 to 7. */
  readonly colour: number
  readonly shape: Shape
}

export function lookOf(system: string): Look {
  // FNV-1a over UTF-16 units, 32 bits.
  let hash = 0x811c9dc5
  for (let at = 0; at < system.length; at += 1) {
    hash = Math.imul(hash ^ system.charCodeAt(at), 0x01000193)
  }
  const bits = (hash ^ (hash >>> 15)) >>> 0
  return { colour: bits % 8, shape: shapes[(bits >>> 3) % shapes.length] ?? 'circle' }
}

type Tokens = Omit<typeof light, 'systems'> & { readonly systems: readonly string[] }

function tokens(set: { readonly [name in keyof Tokens]: string | readonly string[] }): string {
  return Object.entries(set)
    .flatMap(([name, value]) =>
      typeof value === 'string'
        ? [`--${name}:${value}`]
        : value.map((colour: string, place: number) => `--s${place}:${colour}`),
    )
    .join(';')
}

/** The tokens as custom properties of `selector`, light or dark as the reader's system is; light in print. */
export function tokenCss(selector: string): string {
  return `${selector}{${tokens(light)}}@media (prefers-color-scheme:dark){${selector}{${tokens(dark)}}}@media print{${selector}{${tokens(light)}}}`
}

/** Rules of plots; they use the tokens. */
export const plotCss = [
  '.plot text{fill:var(--text);font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans CJK SC","PingFang SC","Microsoft YaHei","Noto Naskh Arabic",sans-serif;font-variant-numeric:tabular-nums;paint-order:stroke;stroke:var(--page);stroke-width:3px;stroke-linejoin:round}',
  '.plot .dim{fill:var(--dim)}',
  '.plot .head{font-weight:600}',
  '.plot .num{font-size:11px;font-weight:600}',
  '.plot .axis{stroke:var(--dim);fill:none}',
  '.plot .grid{stroke:var(--line);fill:none}',
  '.plot .mark{stroke:var(--text);stroke-dasharray:4 3;fill:none}',
  '.plot .faded{opacity:.45}',
  '.plot .hollow{fill:var(--page)}',
  '.plot .none{fill:none}',
  '.plot .back{fill:var(--page)}',
  ...Array.from(
    { length: 8 },
    (_, place) => `.plot .c${place}{stroke:var(--s${place})}.plot .f${place}{fill:var(--s${place})}`,
  ),
  ...['scored', 'unscored', 'failed', 'infrastructure', 'skipped'].map(
    (name) => `.plot .o-${name}{fill:var(--${name})}`,
  ),
  '.plot .over{stroke:var(--page);fill:none;stroke-width:1.5}',
].join('')
