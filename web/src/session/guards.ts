import type { Role, User } from '@touchline/contract/people.ts'
import { paths } from '#paths.ts'
import { toast } from '#ui/toast-store.ts'

/**
 * Redirects signed-in people of other roles to the home page; the surrounding area handles others (SYS-9).
 */
export const onlyFor =
  (...roles: Role[]) =>
  (viewer: User | null) =>
    viewer && !roles.includes(viewer.role) ? paths.home : undefined

/** The same with a toast that explains the redirect. */
export const deniedUnless =
  (why: string | null, ...roles: Role[]) =>
  (viewer: User | null) => {
    const redirect = onlyFor(...roles)(viewer)
    if (redirect)
      toast({
        title: 'Access Denied',
        description: why ?? 'This page is not for your account.',
        kind: 'destructive',
      })
    return redirect
  }
