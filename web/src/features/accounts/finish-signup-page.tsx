import { useMutation } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { useNavigate } from '#router/router-provider.tsx'
import { finishSignup } from '@touchline/contract/subscriptions.ts'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { Button } from '#ui/button.tsx'
import { AccountFrame } from './account-frame.tsx'
import { useLinkToken } from './link-token.ts'

/** The page for a person who paid without choosing a password. */
export function FinishSignupPage() {
  usePageTitle('Finish Your Account')
  const token = useLinkToken()
  const navigate = useNavigate()
  const finish = useMutation({
    mutationFn: () => call(finishSignup, { body: { token } }),
    onSuccess: () => navigate({ to: paths.signup }),
  })
  return (
    <AccountFrame title="Finish Your Account">
      <section aria-label="Finish your account" className="surface mt-5 grid gap-5 p-5 sm:p-8">
        {finish.error ? (
          <>
            <p role="alert">{errorMessage(finish.error, 'That did not work. Please try again.')}</p>
            <Button asChild kind="outline" wide>
              <Link to={paths.forgotPassword}>Ask for a Link</Link>
            </Button>
          </>
        ) : token ? (
          <>
            <p className="text-muted">
              Your membership is paid. Fill in the form once more and choose a password: you will not pay
              again.
            </p>
            <Button wide size="large" disabled={finish.isPending} onClick={() => finish.mutate()}>
              {finish.isPending ? 'Opening...' : 'Continue'}
            </Button>
          </>
        ) : (
          <p role="alert">This link is incomplete. Please open it from the email.</p>
        )}
      </section>
    </AccountFrame>
  )
}
