import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { keepByLink } from '@touchline/contract/two-factor.ts'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#session/page-title.ts'
import { Button } from '#ui/button.tsx'
import { AccountFrame } from './account-frame.tsx'
import { isPermanentRefusal, LinkRefused } from './link-refused.tsx'
import { useLinkToken } from './link-token.ts'

/** Where the link leads that cancels the removal of a second step. */
export function KeepSecondStepPage() {
  usePageTitle('Second Step')
  const token = useLinkToken()
  const keep = useMutation({ mutationFn: () => call(keepByLink, { body: { token } }) })
  return (
    <AccountFrame title="Second Step">
      <section aria-label="Your second step" className="surface mt-5 grid gap-5 p-5 sm:p-8">
        {keep.data ? (
          <>
            <p aria-live="polite">{keep.data.message}</p>
            <Button asChild wide size="large">
              <Link to={paths.settings}>Go to Settings</Link>
            </Button>
          </>
        ) : isPermanentRefusal(keep.error) ? (
          <LinkRefused error={keep.error} to={paths.settings}>
            Go to Settings
          </LinkRefused>
        ) : token ? (
          <>
            {keep.error ? (
              <p role="alert">{errorMessage(keep.error, 'That did not work. Please try again.')}</p>
            ) : (
              <p className="text-muted">
                An admin was asked to remove two-factor authentication and the passkeys from your account. If
                you still have them, keep them.
              </p>
            )}
            <Button wide size="large" disabled={keep.isPending} onClick={() => keep.mutate()}>
              {keep.isPending ? 'Saving...' : 'Keep My Second Step'}
            </Button>
          </>
        ) : (
          <p role="alert">This link is incomplete. Please open it from the email.</p>
        )}
      </section>
    </AccountFrame>
  )
}
