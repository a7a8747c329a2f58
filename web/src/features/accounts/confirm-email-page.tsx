import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { confirmEmail } from '@touchline/contract/accounts.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#session/page-title.ts'
import { sessionQuery } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { AccountFrame } from './account-frame.tsx'
import { needsPassword, isPermanentRefusal, LinkRefused } from './link-refused.tsx'
import { useLinkToken } from './link-token.ts'
import { AccountPasswordField } from './account-password-field.tsx'

/** Where the link to confirm an address leads. Nothing happens before the button is pressed: mail scanners open links. */
export function ConfirmEmailPage() {
  usePageTitle('Confirm Your Email')
  const token = useLinkToken()
  const [password, setPassword] = useState('')
  const client = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => call(confirmEmail, { body: { token, ...(password ? { password } : {}) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  })
  return (
    <AccountFrame title="Confirm Your Email">
      <section aria-label="Confirm your email address" className="surface mt-5 grid gap-5 p-5 sm:p-8">
        {confirm.data ? (
          <>
            <p aria-live="polite">{confirm.data.message}</p>
            <Button asChild wide size="large">
              <Link to={paths.settings}>Go to Settings</Link>
            </Button>
          </>
        ) : isPermanentRefusal(confirm.error) ? (
          <LinkRefused error={confirm.error} to={paths.settings}>
            Go to Settings
          </LinkRefused>
        ) : token ? (
          <form
            noValidate
            className="grid gap-5"
            onSubmit={(event) => {
              event.preventDefault()
              if (!confirm.isPending) confirm.mutate()
            }}
          >
            {password || needsPassword(confirm.error) ? (
              <AccountPasswordField value={password} error={confirm.error} onChange={setPassword} />
            ) : confirm.error ? (
              <p role="alert">{errorMessage(confirm.error, 'That did not work. Please try again.')}</p>
            ) : (
              <p className="text-muted">
                This shows that the email address of your account is yours. You can then add a passkey or
                two-factor authentication.
              </p>
            )}
            <Button type="submit" wide size="large" disabled={confirm.isPending}>
              {confirm.isPending ? 'Confirming...' : 'Confirm My Address'}
            </Button>
          </form>
        ) : (
          <p role="alert">This link is incomplete. Please open it from the email.</p>
        )}
      </section>
    </AccountFrame>
  )
}
