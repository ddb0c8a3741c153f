import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAddress } from './address.ts'
import { transport, useAnswer } from './api/client.ts'
import { useChanges, useServerGone } from './api/live.ts'
import { KeyHelp } from './key-help.tsx'
import { useKeys } from './keys.ts'
import { applyTheme, followSystem, keptTheme, themes } from './look/theme.ts'
import { TipProvider } from './parts/tip.tsx'

const places = [
  { to: '/', label: 'Runs', key: 'r', withRun: false },
  { to: '/board', label: 'Leaderboard', key: 'l', withRun: true },
  { to: '/cases', label: 'Cases', key: 'c', withRun: true },
  { to: '/compare', label: 'Compare', key: 'm', withRun: false },
  { to: '/annotate', label: 'Annotate', key: 'a', withRun: false },
  { to: '/audit', label: 'Audit', key: 'u', withRun: false },
  { to: '/settings', label: 'Settings', key: 's', withRun: false },
] as const

/** What a published copy has not. */
const servedOnly: readonly string[] = ['/annotate', '/audit', '/settings']

/** What is around every screen. */
export function Frame() {
  useChanges()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [{ run, track }] = useAddress()
  const [isHelp, setHelp] = useState(false)
  const { data } = useAnswer('/workbench')
  const shown = places.filter(({ to }) => transport.kind === 'http' || !servedOnly.includes(to))
  const searchOf = (withRun: boolean) =>
    withRun && run !== undefined ? { run, ...(track === undefined ? {} : { track }) } : {}
  useKeys({
    ...Object.fromEntries(
      shown.map(({ to, key, withRun }) => [
        `g ${key}`,
        () => void navigate({ to, search: searchOf(withRun) }),
      ]),
    ),
    '?': () => setHelp(true),
  })
  useEffect(() => {
    const place = places.find(({ to }) => (to === '/' ? pathname === '/' : pathname.startsWith(to)))
    document.title = place === undefined ? 'Rapport' : `${place.label} · Rapport`
  }, [pathname])
  return (
    <TipProvider>
      <a className="skip-link" href="#main">
        Go to the content
      </a>
      <div className="frame">
        <header>
          <div className="top">
            <Link to="/" className="brand" aria-label="Rapport, runs">
              <Logo />
              Rapport
            </Link>
            <nav aria-label="Screens">
              {shown.map(({ to, label, withRun }) => (
                <Link
                  key={to}
                  to={to}
                  search={searchOf(withRun)}
                  {...(isAt(pathname, to) ? { 'aria-current': 'page' as const } : {})}
                >
                  {label}
                </Link>
              ))}
            </nav>
            <span className="grow" />
            {data?.readOnly === true ? (
              <span className="badge">{transport.kind === 'bundle' ? 'published copy' : 'read-only'}</span>
            ) : null}
            <ThemeChoice />
            <button type="button" className="plain" onClick={() => setHelp(true)}>
              Keys <kbd>?</kbd>
            </button>
          </div>
          <ServerBanner />
        </header>
        <main id="main" className="main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {isHelp ? <KeyHelp onClose={() => setHelp(false)} /> : null}
    </TipProvider>
  )
}

function isAt(pathname: string, to: string): boolean {
  if (to === '/') return pathname === '/' || pathname.startsWith('/runs/')
  if (to === '/cases') return pathname === '/cases' || pathname === '/case'
  return pathname === to || pathname.startsWith(`${to}/`)
}

/** As icon.svg; drawn here so that it is found at addresses of any depth. */
function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
      <rect width="32" height="32" rx="6" fill="#0a58a8" />
      <path d="M6 22h20M6 16h20M6 10h20" stroke="#fff" strokeOpacity=".35" strokeWidth="1.5" />
      <path d="M8 22h8M14 16h10M11 10h6" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" />
      <g fill="#fff">
        <circle cx="12" cy="22" r="2.6" />
        <circle cx="19" cy="16" r="2.6" />
        <circle cx="14" cy="10" r="2.6" />
      </g>
    </svg>
  )
}

function ServerBanner() {
  return useServerGone() ? (
    <div className="banner" role="status">
      The workbench does not answer. Start it again with <code>rapport serve</code>; this page goes on by
      itself, and what you wrote is kept.
    </div>
  ) : null
}

function ThemeChoice() {
  const [theme, setTheme] = useState(keptTheme)
  useEffect(() => {
    applyTheme(theme)
    return followSystem(theme)
  }, [theme])
  return (
    <label>
      <span className="visually-hidden">Colours</span>
      <select
        value={theme}
        onChange={(event) => setTheme(themes.find((one) => one === event.target.value) ?? 'system')}
      >
        <option value="system">System colours</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  )
}
