import { useMutation } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { unlockSignIn } from '@touchline/contract/accounts.ts'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { Button } from '#ui/button.tsx'
import { AccountFrame } from './account-frame.tsx'
import { useLinkToken } from './link-token.ts'

/** The link lifts the sign-in limit. */
export function UnlockPage() {
  usePageTitle('Sign In Again')
  const token = useLinkToken()
  const unlock = useMutation({ mutationFn: () => call(unlockSignIn, { body: { token } }) })
  return (
    <AccountFrame title="Sign In Again" back={paths.login}>
      <section aria-label="Sign in again" className="surface mt-5 grid gap-5 p-5 sm:p-8">
        {unlock.data ? (
          <p aria-live="polite">{unlock.data.message}</p>
        ) : unlock.error || !token ? (
          <p role="alert">
            {unlock.error
              ? errorMessage(unlock.error, 'That did not work. Please try again.')
              : 'This link is incomplete. Please open it from the email.'}
          </p>
        ) : (
          <p className="text-muted">
            After too many failed attempts, signing in has to wait. This lets you try again now, in this
            browser.
          </p>
        )}
        {unlock.data || unlock.error || !token ? (
          <Button asChild wide size="large">
            <Link to={paths.login}>Sign In</Link>
          </Button>
        ) : (
          <Button wide size="large" disabled={unlock.isPending} onClick={() => unlock.mutate()}>
            {unlock.isPending ? 'One moment...' : 'Let Me Try Again'}
          </Button>
        )}
      </section>
    </AccountFrame>
  )
}
