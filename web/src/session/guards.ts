import { notFound, redirect } from '@tanstack/react-router'
import type { Role, User } from '@touchline/contract/people.ts'
import { paths } from '#paths.ts'
import { toast } from '#ui/toast-store.ts'

type Moment = { context: { viewer: User | null }; preload?: boolean }

/**
 * For `beforeLoad`: redirects signed-in people of other roles to the home page. Signed-out people pass, because the
 * surrounding area asks them to sign in (SYS-9).
 */
export const onlyFor =
  (...roles: Role[]) =>
  ({ context: { viewer } }: Moment) => {
    if (viewer && !roles.includes(viewer.role)) throw redirect({ to: paths.home, replace: true })
  }

/** The same with a toast that explains the redirect. Preloading shows no toast. */
export const deniedUnless =
  (why: string | null, ...roles: Role[]) =>
  (moment: Moment) => {
    const { viewer } = moment.context
    if (viewer && !roles.includes(viewer.role) && !moment.preload)
      toast({
        title: 'Access Denied',
        description: why ?? 'This page is not for your account.',
        kind: 'destructive',
      })
    onlyFor(...roles)(moment)
  }

/**
 * Thrown by a page that turns out not to exist, to show Page Not Found below the bar. Names the route that renders it,
 * because the page's own boundary would catch it otherwise.
 */
export const noSuchPage = () => notFound({ routeId: '/members' })
