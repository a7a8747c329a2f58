import type { StaffMember, StaffRole } from '@touchline/contract/staff.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { roleNames } from '#people/names.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useRemoveRole } from './requests.ts'

const longestReason = 1000

/** The text of the button for each role. */
export const removeRoleText = (role: StaffRole) => `Remove ${roleNames[role]} Role`

type Props = { person: StaffMember; onClose: () => void }

export function RemoveRoleDialog({ person: { id, name, role }, onClose }: Props) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const isExpired = useExpiredSession()
  const remove = useRemoveRole()
  const isTooLong = Array.from(reason).length > longestReason
  return (
    <FormDialog
      title={`${removeRoleText(role)}?`}
      description={`${name} is signed out everywhere, notified by email, and has an ordinary account from now on.`}
      onClose={onClose}
      submit={{
        label: remove.isPending ? 'Removing...' : removeRoleText(role),
        isDisabled: reason.trim() === '' || isTooLong || remove.isPending,
        kind: 'danger',
      }}
      onSubmit={() =>
        remove.mutate(
          { id, reason: reason.trim() },
          {
            onSuccess: onClose,
            onError: (error) => {
              if (!isExpired(error))
                setProblem(errorMessage(error, 'The role could not be removed. Please try again.'))
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
