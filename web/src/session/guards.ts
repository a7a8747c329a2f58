import { redirect } from '@tanstack/react-router'
import type { Role, User } from '@touchline/contract/people.ts'
import { paths } from '#paths.ts'
import { toast } from '#ui/toast-store.ts'

type Moment = { context: { viewer: User | null }; preload?: boolean }

/**
 * For `beforeLoad`: signed-in people of other roles go home. Signed-out people pass: the signed-in area around
 * the page tells them to sign in (SYS-9) and does not show it.
 */
export const onlyFor =
  (...roles: Role[]) =>
  ({ context: { viewer } }: Moment) => {
    if (viewer && !roles.includes(viewer.role)) throw redirect({ to: paths.home, replace: true })
  }

/** The same, and says why, in these words or the usual ones; a page that is only loaded ahead says nothing. */
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
