import { useMutation } from '@tanstack/react-query'
import { setupForm, type StaffRole } from '@touchline/contract/staff.ts'
import { useState } from 'react'
import { ApiError, errorMessage } from '#api/api-error.ts'
import { fieldProblems } from '#api/field-problems.ts'
import { Link } from '#router/link.tsx'
import { paths } from '#paths.ts'
import { rememberUnlocked } from '#site/unlock.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { toast } from '#ui/toast-store.ts'
import { acceptLink } from './requests.ts'

/** `email` is null when the person chooses their own. */
type Props = { token: string; email: string | null; role: StaffRole }
type Form = { firstName: string; lastName: string; email: string; password: string }
type Problems = Partial<Record<keyof Form | 'termsAccepted', string>>

const firstPage = { admin: paths.admin, moderator: paths.reports, creator: paths.home }

export function SetupForm({ token, email, role }: Props) {
  const [form, setForm] = useState<Form>({ firstName: '', lastName: '', email: email ?? '', password: '' })
  const [hasAgreed, setAgreed] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const make = useMutation({
    mutationFn: () => acceptLink({ token, ...form, termsAccepted: true }),
    onSuccess: () => {
      rememberUnlocked()
      // A full page load drops all data of a previous session.
      window.location.assign(firstPage[role])
    },
    onError: (error) => {
      const description = errorMessage(error, 'The account could not be created. Please try again.')
      toast({ title: 'No Account Yet', description, kind: 'destructive' })
      if (error instanceof ApiError) setProblems(error.body.fields ?? {})
    },
  })
  const isBusy = make.isPending || make.isSuccess
  const control = (name: keyof Form) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => {
      setForm({ ...form, [name]: event.target.value })
      setProblems({ ...problems, [name]: undefined })
    },
  })
  const submit = () => {
    const found = fieldProblems(setupForm, { ...form, termsAccepted: hasAgreed })
    setProblems(found ?? {})
    if (!found) make.mutate()
  }
  return (
    <form
      noValidate
      className="mt-5 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) submit()
      }}
    >
      <Field label="First Name" error={problems.firstName} required>
        {(given) => <Input {...given} autoComplete="given-name" {...control('firstName')} />}
      </Field>
      <Field label="Last Name" error={problems.lastName} required>
        {(given) => <Input {...given} autoComplete="family-name" {...control('lastName')} />}
      </Field>
      <Field label="Email" error={problems.email} required>
        {(given) => (
          <Input
            {...given}
            type="email"
            autoComplete="username"
            readOnly={email !== null}
            {...control('email')}
          />
        )}
      </Field>
      <Field label="Password" description="At least 6 characters." error={problems.password} required>
        {(given) => <PasswordInput {...given} autoComplete="new-password" {...control('password')} />}
      </Field>
      <Checkbox
        checked={hasAgreed}
        error={problems.termsAccepted}
        onChange={(isTicked) => {
          setAgreed(isTicked)
          setProblems({ ...problems, termsAccepted: undefined })
        }}
        label={
          <>
            I agree to the{' '}
            <Link to={paths.terms} target="_blank" className="underline">
              Terms of Service<span className="sr-only"> (opens in a new tab)</span>
            </Link>{' '}
            and the{' '}
            <Link to={paths.privacy} target="_blank" className="underline">
              Privacy Policy<span className="sr-only"> (opens in a new tab)</span>
            </Link>
          </>
        }
      />
      <Button type="submit" wide size="large" disabled={isBusy}>
        {isBusy ? 'Creating Your Account...' : 'Create My Account'}
      </Button>
    </form>
  )
}
