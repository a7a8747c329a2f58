import { lazy, type ReactNode, Suspense } from 'react'
import { Outlet } from '#router/router-provider.tsx'
import { ConfirmIdentity } from '#session/confirm-identity.tsx'
import { paths } from '#paths.ts'
import { useIsSigningOut } from '#sign-out/is-signing-out.ts'
import { useViewer } from '#session/viewer.ts'
import { FullSpinner } from '#ui/spinner.tsx'

const RequiredTwoFactor = lazy(async () => ({
  default: (await import('../features/accounts/required-two-factor.tsx')).RequiredTwoFactor,
}))

const SignInFirst = lazy(async () => ({
  default: (await import('#session/leave-after.tsx')).SignInFirst,
}))

type Props = { signIn?: typeof paths.login; children?: ReactNode }

/** Wraps pages for signed-in people. Visitors sign in first; some roles need a second step first. */
export function SignedInArea({ signIn, children }: Props) {
  const viewer = useViewer()
  const isSigningOut = useIsSigningOut()
  if (viewer?.owesTwoFactor)
    return (
      <Suspense fallback={<FullSpinner />}>
        <RequiredTwoFactor />
        <ConfirmIdentity />
      </Suspense>
    )
  if (viewer) return children ?? <Outlet />
  if (isSigningOut) return <FullSpinner label="Signing out" />
  return (
    <Suspense fallback={<FullSpinner />}>
      <SignInFirst to={signIn} />
    </Suspense>
  )
}

/** The same for /subscribe, which redirects to the login page itself. */
export const SubscribeArea = () => <SignedInArea signIn={paths.login} />
