import {
  createBrowserHistory,
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { readAddress, writeAddress, type Address } from './address.ts'
import { transport } from './api/client.ts'
import { Frame } from './frame.tsx'
import { NotFound, RouteProblem } from './parts/states.tsx'

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound, errorComponent: RouteProblem })
const anyWords = (search: Readonly<Record<string, unknown>>): Address =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]))
const screen = { getParentRoute: () => root, validateSearch: anyWords } as const

const routeTree = root.addChildren([
  createRoute({
    ...screen,
    path: '/',
    component: lazyRouteComponent(() => import('./screens/runs/runs.tsx'), 'Runs'),
  }),
  createRoute({
    ...screen,
    path: '/runs/$run',
    component: lazyRouteComponent(() => import('./screens/run/run.tsx'), 'RunPage'),
  }),
  createRoute({
    ...screen,
    path: '/board',
    component: lazyRouteComponent(() => import('./screens/board/board.tsx'), 'BoardPage'),
  }),
  createRoute({
    ...screen,
    path: '/cases',
    component: lazyRouteComponent(() => import('./screens/cases/cases.tsx'), 'Cases'),
  }),
  createRoute({
    ...screen,
    path: '/case',
    component: lazyRouteComponent(() => import('./screens/case/case.tsx'), 'CasePage'),
  }),
  createRoute({
    ...screen,
    path: '/compare',
    component: lazyRouteComponent(() => import('./screens/compare/compare.tsx'), 'Compare'),
  }),
  createRoute({
    ...screen,
    path: '/annotate',
    component: lazyRouteComponent(() => import('./screens/annotate/projects.tsx'), 'Projects'),
  }),
  createRoute({
    ...screen,
    path: '/annotate/$project',
    component: lazyRouteComponent(() => import('./screens/annotate/project.tsx'), 'ProjectPage'),
  }),
  createRoute({
    ...screen,
    path: '/audit',
    component: lazyRouteComponent(() => import('./screens/audit/audit.tsx'), 'Audit'),
  }),
  createRoute({
    ...screen,
    path: '/settings',
    component: lazyRouteComponent(() => import('./screens/settings/settings.tsx'), 'Settings'),
  }),
])

export const router = createRouter({
  routeTree,
  history: transport.kind === 'bundle' ? createHashHistory() : createBrowserHistory(),
  parseSearch: readAddress,
  stringifySearch: writeAddress,
  defaultPendingMs: 200,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
