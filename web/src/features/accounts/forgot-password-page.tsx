import { useMutation } from '@tanstack/react-query'
import { emailAddress, forgotPassword } from '@touchline/contract/accounts.ts'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#session/page-title.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { AccountFrame } from './account-frame.tsx'

/** Where somebody who forgot their password asks for a link. */
export function ForgotPasswordPage() {
  usePageTitle('Forgotten Password')
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const ask = useMutation({
    mutationFn: (address: string) => call(forgotPassword, { body: { email: address } }),
    onError: (error) => setProblem(sentenceOf(error, 'That did not work. Please try again.')),
  })
  const send = () => {
    const address = emailAddress.safeParse(email)
    if (address.success) ask.mutate(address.data)
    else setProblem(address.error.issues[0]?.message)
  }
  return (
    <AccountFrame title="Forgotten Password" back={paths.login}>
      <section aria-label="Ask for a link" className="surface mt-5 p-5 sm:p-8">
        {ask.data ? (
          <p aria-live="polite">
            {ask.data.message} It works for an hour. Nothing there after some minutes? Look among unwanted
            mail, or ask once more.
          </p>
        ) : (
          <form
            noValidate
            className="grid gap-5"
            onSubmit={(event) => {
              event.preventDefault()
              if (!ask.isPending) send()
            }}
          >
            <p className="text-muted">We send you a link with which you choose a new one.</p>
            <Field label="Email" error={problem}>
              {(control) => (
                <Input
                  {...control}
                  type="email"
                  autoComplete="username"
                  value={email}
                  onChange={(event) => {
                    setEmail(event.target.value)
                    setProblem(undefined)
                  }}
                />
              )}
            </Field>
            <Button type="submit" wide size="large" disabled={ask.isPending}>
              {ask.isPending ? 'Sending...' : 'Send the Link'}
            </Button>
          </form>
        )}
      </section>
    </AccountFrame>
  )
}
