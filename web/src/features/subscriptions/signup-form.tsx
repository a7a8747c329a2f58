import { useQueryClient } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { useNavigate, useRouter } from '#router/router-provider.tsx'
import type { signupForm } from '@touchline/contract/subscriptions.ts'
import { type ChangeEvent, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { paths } from '#paths.ts'
import { rememberEmail } from '#session/sign-in-email.ts'
import { useSite } from '#site/site.ts'
import {
  isInSignupFlow,
  saveSignupDraft,
  signupDraft,
  signupQueries,
  saveSignupFailure,
  signupFailure,
} from './signup-flow.ts'
import { LegalLink } from './legal-link.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { toast } from '#ui/toast-store.ts'
import { subscriptionCalls } from './subscription-calls.ts'

type Values = Omit<z.input<typeof signupForm>, 'termsAccepted'> & { termsAccepted: boolean }
type Problems = Partial<Record<keyof Values, ReactNode>>

// The validator is large, so it loads after the form is on screen.
const fetchRules = () => import('./signup-rules.ts')
const fetchSuggestion = () => import('./email-suggestion.ts')

const blank: Values = {
  email: '',
  firstName: '',
  lastName: '',
  phoneNumber: '',
  password: '',
  confirmPassword: '',
  termsAccepted: false,
}

/** The problem of a known address. The sign-in form opens with that address. */
const emailTaken = (email: string) => (
  <>
    An account with this email already exists. Please{' '}
    <Link
      to={paths.login}
      className="underline decoration-turf decoration-2 underline-offset-4"
      onClick={() => rememberEmail(email)}
    >
      sign in
    </Link>
    .
  </>
)

/** Returns the field problems that the server reports, or null; the payment page handles other failures. */
async function problemsOnServer({
  email,
  password,
}: Pick<Values, 'email' | 'password'>): Promise<Problems | null> {
  try {
    await call(subscriptionCalls.checkSignup, { body: { email, password } })
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) return null
    return error.code === 'email_taken' ? { email: emailTaken(email) } : (error.body.fields ?? null)
  }
}

/** Editing a field clears its error; fields are checked again on the next submit only. */
export function SignupForm() {
  const navigate = useNavigate()
  const router = useRouter()
  const client = useQueryClient()
  const { asksPhone } = useSite().features
  const [values, setValues] = useState<Values>(() => ({ ...blank, ...signupDraft() }))
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState(signupFailure)
  const [hint, setHint] = useState<string | null>(null)
  const latest = useRef(values)
  useEffect(() => {
    latest.current = values
  })
  useEffect(() => void fetchRules(), [])
  useEffect(
    () => () => {
      // The route has changed before the form unmounts: outside the signup flow no draft is saved.
      if (isInSignupFlow(router.latest().pathname)) saveSignupDraft(latest.current)
    },
    [router],
  )
  const change = (name: keyof Values, value: string | boolean) => {
    setValues((before) => ({ ...before, [name]: value }))
    setProblems((before) => ({ ...before, [name]: undefined }))
    if (name === 'email') setHint(null)
  }
  async function suggest() {
    // The form works without the suggestion.
    const found = await fetchSuggestion().catch(() => null)
    setHint(found?.suggestEmail(latest.current.email) ?? null)
  }
  const text = (name: Exclude<keyof Values, 'termsAccepted'>) => ({
    value: values[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change(name, event.target.value),
  })

  async function proceed(form: HTMLFormElement) {
    const { checkSignup, saveSignup } = await fetchRules()
    const checked = checkSignup(values, asksPhone)
    const found = 'problems' in checked ? checked.problems : await problemsOnServer(checked.filled)
    if (found || 'problems' in checked) {
      flushSync(() => setProblems(found ?? {}))
      form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      return
    }
    saveSignup(checked.filled)
    // Queries for an earlier version of the form are stale.
    client.removeQueries({ queryKey: signupQueries })
    await navigate({ href: paths.payment })
  }

  async function submit(form: HTMLFormElement) {
    setBusy(true)
    setFailure(null)
    saveSignupFailure(null)
    try {
      await proceed(form)
    } catch {
      toast({ title: 'Error', description: 'Failed to proceed', kind: 'destructive' })
      setFailure('This browser could not keep the form. Allow this site to store data, then try again.')
    }
    setBusy(false)
  }

  return (
    <form
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (!isBusy) void submit(event.currentTarget)
      }}
      className="surface grid gap-5 p-5 sm:p-8"
    >
      <Field label="Email" required error={problems.email}>
        {(c) => (
          <Input {...c} type="email" autoComplete="email" {...text('email')} onBlur={() => void suggest()} />
        )}
      </Field>
      {hint && !problems.email ? (
        <p aria-live="polite" className="-mt-3 text-sm">
          Did you mean{' '}
          <Button
            kind="link"
            className="text-left wrap-anywhere whitespace-normal!"
            onClick={(event) => {
              change('email', hint)
              event.currentTarget.form?.querySelector<HTMLElement>('[type="email"]')?.focus()
            }}
          >
            {hint}?
          </Button>
        </p>
      ) : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Password" required description="At least 6 characters." error={problems.password}>
          {(c) => <PasswordInput {...c} autoComplete="new-password" {...text('password')} />}
        </Field>
        <Field label="Confirm Password" required error={problems.confirmPassword}>
          {(c) => (
            <PasswordInput
              {...c}
              called="password confirmation"
              autoComplete="new-password"
              {...text('confirmPassword')}
            />
          )}
        </Field>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First Name" required error={problems.firstName}>
          {(c) => <Input {...c} autoComplete="given-name" {...text('firstName')} />}
        </Field>
        <Field label="Last Name" required error={problems.lastName}>
          {(c) => <Input {...c} autoComplete="family-name" {...text('lastName')} />}
        </Field>
      </div>
      {asksPhone ? (
        <Field
          label="Phone Number"
          required
          description="Only the payment provider gets it, to verify the payment."
          error={problems.phoneNumber}
        >
          {(c) => <Input {...c} type="tel" autoComplete="tel" {...text('phoneNumber')} />}
        </Field>
      ) : null}
      <Checkbox
        label={
          <>
            I am at least 18 years old and agree to the <LegalLink to="terms" /> and the{' '}
            <LegalLink to="privacy" />
          </>
        }
        checked={values.termsAccepted}
        onChange={(isTicked) => change('termsAccepted', isTicked)}
        error={problems.termsAccepted}
      />
      <FormError>{failure}</FormError>
      <Button type="submit" size="large" wide>
        Continue to Payment
      </Button>
    </form>
  )
}
