import { Outlet } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { SignInFirst } from '#session/leave-after.tsx'
import { useViewer } from '#session/viewer.ts'

/** Around pages for signed-in people: everybody else is told so and sent to sign in. */
export function SignedInArea() {
  return useViewer() ? <Outlet /> : <SignInFirst />
}

/** The same around /subscribe, which sends to the login page itself. */
export function SubscribeArea() {
  return useViewer() ? <Outlet /> : <SignInFirst to={paths.login} />
}
