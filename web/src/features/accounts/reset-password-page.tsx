import { Link } from '#router/link.tsx'
import { call } from '#api/call.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { AccountFrame } from './account-frame.tsx'
import { useLinkToken } from './link-token.ts'
import { useSingleFieldForm } from './single-field-form.ts'
import { passwordLinkCalls } from './password-link-calls.ts'

const fetchRule = async () => (await import('@touchline/contract/accounts.ts')).newPassword

export function ResetPasswordPage() {
  usePageTitle('New Password')
  const token = useLinkToken()
  const { reply, problem, isPending, input, form } = useSingleFieldForm(fetchRule, (chosen) =>
    call(passwordLinkCalls.resetPassword, { body: { token, newPassword: chosen } }),
  )
  return (
    <AccountFrame title="New Password" back={paths.login}>
      <section aria-label="Choose a new password" className="surface mt-5 p-5 sm:p-8">
        {reply ? (
          <>
            <p aria-live="polite">{reply.message}</p>
            <Button asChild wide size="large" className="mt-5">
              <Link to={paths.login}>Sign In</Link>
            </Button>
          </>
        ) : token ? (
          <form {...form}>
            <p className="text-muted">Every browser you are signed in with will be signed out.</p>
            <Field label="New password" description="At least 6 characters." error={problem}>
              {(control) => <PasswordInput {...control} {...input} autoComplete="new-password" />}
            </Field>
            <Button type="submit" wide size="large" disabled={isPending}>
              {isPending ? 'Saving...' : 'Save New Password'}
            </Button>
          </form>
        ) : (
          <>
            <p role="alert">This link is incomplete. Please open it from the email.</p>
            <Button asChild kind="outline" wide className="mt-5">
              <Link to={paths.forgotPassword}>Ask for a New Link</Link>
            </Button>
          </>
        )}
      </section>
    </AccountFrame>
  )
}
