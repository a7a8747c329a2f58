import type { AppPath } from '#paths.ts'
import { lazyPage, type RouteComponent } from '#router/lazy-page.tsx'
import type { Area, Guard, PageRoute } from '#router/router.ts'
import { SignedInArea } from './shell/areas.tsx'
import { SignedInFrame } from './shell/root-layout.tsx'

// Fetch the frame together with the page.
export const signedIn: Area = {
  id: 'members',
  component: Object.assign(() => <SignedInArea />, { preload: SignedInFrame.preload }),
}
export type Place = { areas: readonly Area[]; guard?: Guard }

export const page = <Name extends string>(
  place: Place,
  path: AppPath,
  name: Name,
  load: () => Promise<Record<Name, RouteComponent>>,
): PageRoute => ({ ...place, path, component: lazyPage(load, name) })

export const people: Place = { areas: [signedIn] }
