import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import type { signupForm } from '@touchline/contract/subscriptions.ts'
import { type ComponentProps, useEffect, useId } from 'react'
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { paths } from '#paths.ts'
import { isInSignupFlow, keepSignupDraft, signupDraft, signupQueries } from '#session/signup-flow.ts'
import { Button } from '#ui/button.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { toast } from '#ui/toast-store.ts'

type Form = z.input<typeof signupForm>
type Filled = z.output<typeof signupForm>

// The validator is a good part of the page: it is fetched after the form is on screen.
const fetchRules = () => import('./signup-rules.ts')
const resolver: Resolver<Form, unknown, Filled> = async (...input) =>
  (await fetchRules()).checkSignup(...input)

const blank = { email: '', firstName: '', lastName: '', phoneNumber: '', password: '', confirmPassword: '' }

/** The signup form. An error leaves when its field is edited and comes back only when one tries again. */
export function SignupForm() {
  const navigate = useNavigate()
  const router = useRouter()
  const client = useQueryClient()
  const { register, handleSubmit, clearErrors, formState, getValues } = useForm<Form, unknown, Filled>({
    resolver,
    defaultValues: { ...blank, ...signupDraft() },
    reValidateMode: 'onSubmit',
  })
  useEffect(() => void fetchRules(), [])
  useEffect(
    () => () => {
      // The address has changed already when the form goes: outside of the flow nothing is kept.
      if (isInSignupFlow(router.latestLocation.pathname)) keepSignupDraft(getValues())
    },
    [getValues, router],
  )
  const errors: FieldErrors<Form> = formState.errors
  const text = (name: keyof Form) => register(name, { onChange: () => clearErrors(name) })
  async function proceed(filled: Filled) {
    try {
      const { keepSignup } = await fetchRules()
      keepSignup(filled)
      // What was prepared for an earlier version of the form is not for this one.
      client.removeQueries({ queryKey: signupQueries })
    } catch {
      toast({ title: 'Error', description: 'Failed to proceed', kind: 'destructive' })
      return
    }
    await navigate({ href: paths.payment })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(proceed)(event)}
      className="surface grid gap-5 p-5 sm:p-8"
    >
      <Field label="Email" required error={errors.email?.message}>
        {(c) => <Input {...c} type="email" autoComplete="email" {...text('email')} />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First Name" required error={errors.firstName?.message}>
          {(c) => <Input {...c} autoComplete="given-name" {...text('firstName')} />}
        </Field>
        <Field label="Last Name" required error={errors.lastName?.message}>
          {(c) => <Input {...c} autoComplete="family-name" {...text('lastName')} />}
        </Field>
      </div>
      <Field label="Phone Number" required error={errors.phoneNumber?.message}>
        {(c) => <Input {...c} type="tel" autoComplete="tel" {...text('phoneNumber')} />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Password"
          required
          description="At least 6 characters."
          error={errors.password?.message}
        >
          {(c) => <PasswordInput {...c} autoComplete="new-password" {...text('password')} />}
        </Field>
        <Field label="Confirm Password" required error={errors.confirmPassword?.message}>
          {(c) => (
            <PasswordInput
              {...c}
              called="password again"
              autoComplete="new-password"
              {...text('confirmPassword')}
            />
          )}
        </Field>
      </div>
      <TermsTick error={errors.termsAccepted?.message} field={() => text('termsAccepted')} />
      <Button type="submit" size="large" wide>
        Continue to Payment
      </Button>
    </form>
  )
}

type TickProps = {
  error: string | undefined
  /** Asked for in its turn: among fields that are not right the first one asked for gets the focus. */
  field: () => ComponentProps<'input'>
}

function TermsTick({ error, field }: TickProps) {
  const id = useId()
  const link = 'underline decoration-turf decoration-2 underline-offset-4'
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start gap-3">
        <input
          {...field()}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="tick"
        />
        <label htmlFor={id} className="min-h-6 text-sm">
          I am at least 18 years old and agree to the{' '}
          <Link to={paths.terms} className={link}>
            Terms of Service
          </Link>{' '}
          and the{' '}
          <Link to={paths.privacy} className={link}>
            Privacy Policy
          </Link>
        </label>
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}
