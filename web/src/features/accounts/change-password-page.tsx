import { useMutation } from '@tanstack/react-query'
import { changePassword, passwordForm } from '@touchline/contract/accounts.ts'
import { useState } from 'react'
import { ApiError, errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { fieldProblems } from '#api/field-problems.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { withNewSession } from '#session/new-session.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useConfirmedSignOut } from '#sign-out/use-confirmed-sign-out.tsx'
import { Link } from '#router/link.tsx'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { toast } from '#ui/toast-store.ts'
import { Page } from '#ui/page.tsx'

type Form = { currentPassword: string; newPassword: string; confirmPassword: string }
type Problems = Partial<Record<keyof Form, string>>

const blank: Form = { currentPassword: '', newPassword: '', confirmPassword: '' }
const signOutDelayMs = 2000

const fields = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'New password', autoComplete: 'new-password' },
  { name: 'confirmPassword', label: 'Confirm new password', autoComplete: 'new-password' },
] as const

/** The problem for the toast: an empty field first, else the first problem of the form. */
const firstProblem = (problems: Problems, form: Form) =>
  fields.map(({ name }) => (form[name] === '' ? problems[name] : undefined)).find(Boolean) ??
  fields.map(({ name }) => problems[name]).find(Boolean)

/** Signs out two seconds after the change: the person signs in with the new password. */
export function ChangePasswordPage() {
  usePageTitle('Change Password')
  const [form, setForm] = useState(blank)
  const [problems, setProblems] = useState<Problems>({})
  const isExpired = useExpiredSession()
  const { signOut, question } = useConfirmedSignOut()
  const change = useMutation({
    mutationFn: () => withNewSession(call(changePassword, { body: form })),
    onSuccess: () => {
      toast({
        title: 'Password Changed',
        description: 'Please sign in with your new password.',
        kind: 'success',
      })
      setTimeout(signOut, signOutDelayMs)
    },
    onError: (error) => {
      if (isExpired(error)) return
      const description = errorMessage(error, 'Failed to change password. Please try again.')
      toast({ title: 'Error', description, kind: 'destructive' })
      if (error instanceof ApiError) setProblems(error.body.fields ?? {})
    },
  })
  const isBusy = change.isPending || change.isSuccess
  const send = () => {
    const found = fieldProblems(passwordForm, form)
    setProblems(found ?? {})
    const first = found && firstProblem(found, form)
    if (first) toast({ title: 'Error', description: first, kind: 'destructive' })
    else change.mutate()
  }
  return (
    <Page title="Change Password" back={<Link to={paths.settings}>Settings</Link>}>
      <Card aria-label="Change password">
        <form
          noValidate
          className="grid max-w-md gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isBusy) send()
          }}
        >
          <p className="text-muted">
            You will be signed out of every other browser at once, and of this one after two seconds.
          </p>
          {fields.map(({ name, label, autoComplete }) => (
            <Field key={name} label={label} error={problems[name]} required>
              {(control) => (
                <PasswordInput
                  {...control}
                  called={label.toLowerCase()}
                  autoComplete={autoComplete}
                  value={form[name]}
                  onChange={(event) => {
                    setForm({ ...form, [name]: event.target.value })
                    setProblems({ ...problems, [name]: undefined })
                  }}
                />
              )}
            </Field>
          ))}
          <Button type="submit" className="justify-self-start" disabled={isBusy}>
            {change.isPending ? 'Changing...' : 'Change Password'}
          </Button>
        </form>
      </Card>
      {question}
    </Page>
  )
}
