import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import type { User } from '@touchline/contract/people.ts'
import { paths } from '#paths.ts'
import { takeReturnPath } from './features/accounts/take-return-path.ts'
import { SignedInArea, SubscribeArea } from './shell/areas.tsx'
import { CrashScreen } from './shell/crash-screen.tsx'
import { NotFoundScreen } from './shell/not-found-screen.tsx'
import { RootLayout, SignedInFrame } from './shell/root-layout.tsx'

/* Access groups: every route belongs to one of these. */

type Context = { viewer: User | null }

export const root = createRootRouteWithContext<Context>()({
  component: RootLayout,
  notFoundComponent: NotFoundScreen,
  errorComponent: CrashScreen,
})

// Signed-out visitors only. Signed-in people who arrive by a link or bookmark are redirected to their target.
export const visitors = createRoute({
  getParentRoute: () => root,
  id: 'visitors',
  beforeLoad: ({ context, preload }) => {
    if (context.viewer && !preload) throw redirect({ href: takeReturnPath() ?? paths.home, replace: true })
  },
})

// Signed in: `members` for every role (add `beforeLoad: onlyFor('creator', 'admin')` to a page for some), `subscribing`
// around /subscribe, which sends signed-out people to the login page itself.
export const members = createRoute({
  getParentRoute: () => root,
  id: 'members',
  // Fetch the frame together with the page.
  component: Object.assign(SignedInArea, { preload: SignedInFrame.preload }),
  notFoundComponent: NotFoundScreen,
})
export const subscribing = createRoute({
  getParentRoute: () => root,
  id: 'subscribing',
  component: SubscribeArea,
})
