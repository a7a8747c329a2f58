import type { StaffMember } from '@touchline/contract/staff.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { roleNames } from '#people/names.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useTakeRole } from './requests.ts'

const longestReason = 1000

type Props = { person: StaffMember; onClose: () => void }

export function TakeRoleDialog({ person: { id, name, role }, onClose }: Props) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const isExpired = useExpiredSession()
  const take = useTakeRole()
  const isTooLong = Array.from(reason).length > longestReason
  return (
    <FormDialog
      title={`Take the role from ${name}?`}
      description={`${name} is signed out everywhere, notified by email, and has an ordinary account from now on (${roleNames[role]} until now).`}
      onClose={onClose}
      submit={{
        label: take.isPending ? 'Taking...' : 'Take Role',
        isDisabled: reason.trim() === '' || isTooLong || take.isPending,
        kind: 'danger',
      }}
      onSubmit={() =>
        take.mutate(
          { id, reason: reason.trim() },
          {
            onSuccess: onClose,
            onError: (error) => {
              if (!isExpired(error))
                setProblem(errorMessage(error, 'The role could not be taken. Please try again.'))
            },
          },
        )
      }
    >
      <Field label="Why?" error={problem} required>
        {(control) => (
          <Textarea
            {...control}
            limit={longestReason}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
    </FormDialog>
  )
}
