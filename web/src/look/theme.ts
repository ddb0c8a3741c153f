export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const KEY = 'rapport-theme'

/** What the reader chose here; a browser that keeps nothing has the system's. */
export function keptTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY)
    return themes.find((theme) => theme === kept) ?? 'system'
  } catch {
    return 'system'
  }
}

/** Sets the colours and remembers the choice. */
export function applyTheme(theme: Theme): void {
  const isDark =
    theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Private windows may keep nothing.
  }
}

/** Follows the system while that is chosen. @returns how to stop */
export function followSystem(theme: Theme): () => void {
  const media = matchMedia('(prefers-color-scheme: dark)')
  const follow = (): void => {
    if (theme === 'system') applyTheme(theme)
  }
  media.addEventListener('change', follow)
  return () => media.removeEventListener('change', follow)
}
