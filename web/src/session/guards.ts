import { redirect } from '@tanstack/react-router'
import type { Role, User } from '@touchline/contract/people.ts'
import { paths } from '#paths.ts'

type Moment = { context: { viewer: User | null } }

/**
 * For `beforeLoad`: signed-in people of other roles go home. Signed-out people pass: the signed-in area around
 * the page tells them to sign in (SYS-9) and does not show it.
 */
export const onlyFor =
  (...roles: Role[]) =>
  ({ context: { viewer } }: Moment) => {
    if (viewer && !roles.includes(viewer.role)) throw redirect({ to: paths.home, replace: true })
  }
