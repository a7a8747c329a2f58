import { notFound, redirect } from '@tanstack/react-router'
import type { Role, User } from '@touchline/contract/people.ts'
import { paths } from '#paths.ts'
import { toast } from '#ui/toast-store.ts'

type Moment = { context: { viewer: User | null }; preload?: boolean }

/**
 * Redirects signed-in people of other roles to the home page; the surrounding area handles others (SYS-9).
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

/** Thrown by a page that does not exist. Names the route that shows Page Not Found below the bar. */
export const noSuchPage = () => notFound({ routeId: '/members' })
