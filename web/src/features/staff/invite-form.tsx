import { invitationForm, type StaffRole } from '@touchline/contract/staff.ts'
import { useState } from 'react'
import { ApiError, errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { roleNames } from '#people/names.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast-store.ts'
import { useInvite } from './requests.ts'

const staffRoles = ['creator', 'moderator', 'admin'] as const satisfies StaffRole[]

type Props = {
  /** Without a mail server, emails are files. */
  hasMailServer: boolean
}

export function InviteForm({ hasMailServer }: Props) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<StaffRole>('creator')
  const [problem, setProblem] = useState<string>()
  const isExpired = useExpiredSession()
  const send = useInvite()
  const submit = () => {
    const checked = invitationForm.safeParse({ email, role })
    if (!checked.success) return setProblem(checked.error.issues[0]?.message)
    return send.mutate(checked.data, {
      onSuccess: (sent) => {
        setEmail('')
        const description = hasMailServer
          ? `An email is on its way to ${sent.email}.`
          : `The email to ${sent.email} is in the folder “outbox”.`
        toast({ title: 'Invited', description, kind: 'success' })
      },
      onError: (error) => {
        if (isExpired(error)) return
        const words = errorMessage(error, 'The invitation could not be sent. Please try again.')
        if (error instanceof ApiError) setProblem(words)
        else toast({ title: 'Not Invited', description: words, kind: 'destructive' })
      },
    })
  }
  return (
    <form
      noValidate
      aria-label="Invite"
      className="mt-4 grid gap-4 sm:grid-cols-[1fr_12rem]"
      onSubmit={(event) => {
        event.preventDefault()
        if (!send.isPending) submit()
      }}
    >
      <Field label="Email" error={problem}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="off"
            value={email}
            onChange={(event) => {
              setEmail(event.target.value)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
      <Field label="Role">
        {(control) => (
          <Select
            {...control}
            value={role}
            onChange={({ target }) => setRole(staffRoles.find((one) => one === target.value) ?? 'creator')}
          >
            {staffRoles.map((one) => (
              <option key={one} value={one}>
                {roleNames[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" className="justify-self-start" disabled={send.isPending}>
        {send.isPending ? 'Inviting...' : 'Send Invitation'}
      </Button>
    </form>
  )
}
