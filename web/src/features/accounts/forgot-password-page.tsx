import { call } from '#api/call.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { AccountFrame } from './account-frame.tsx'
import { useSingleFieldForm } from './single-field-form.ts'
import { passwordLinkCalls } from './password-link-calls.ts'

const fetchRule = async () => (await import('@touchline/contract/accounts.ts')).emailAddress

export function ForgotPasswordPage() {
  usePageTitle('Forgotten Password')
  const { reply, problem, isPending, input, form } = useSingleFieldForm(fetchRule, (email) =>
    call(passwordLinkCalls.forgotPassword, { body: { email } }),
  )
  return (
    <AccountFrame title="Forgotten Password" back={paths.login}>
      <section aria-label="Ask for a link" className="surface mt-5 p-5 sm:p-8">
        {reply ? (
          <p aria-live="polite">
            {reply.message} It works for an hour. Nothing after a few minutes? Check your spam folder, or ask
            again.
          </p>
        ) : (
          <form {...form}>
            <p className="text-muted">We will email you a link to choose a new one.</p>
            <Field label="Email" error={problem}>
              {(control) => <Input {...control} {...input} type="email" autoComplete="username" />}
            </Field>
            <Button type="submit" wide size="large" disabled={isPending}>
              {isPending ? 'Sending...' : 'Send the Link'}
            </Button>
          </form>
        )}
      </section>
    </AccountFrame>
  )
}
