import { useMutation } from '@tanstack/react-query'
import { confirmIdentity } from '@touchline/contract/accounts.ts'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { PasswordInput } from '#ui/password-input.tsx'

type Props = { onAnswer: (isConfirmed: boolean) => void }

/** Asks for the password once more, before something that a stolen session must not do. */
export function ConfirmIdentityDialog({ onAnswer }: Props) {
  const [password, setPassword] = useState('')
  const confirm = useMutation({
    mutationFn: () => call(confirmIdentity, { body: { password } }),
    onSuccess: () => onAnswer(true),
  })
  const problem = confirm.error
    ? sentenceOf(confirm.error, 'That could not be checked. Please try again.')
    : undefined
  return (
    <FormDialog
      title="Is it you?"
      description="For this we ask for your password once more. It holds for ten minutes."
      onClose={() => onAnswer(false)}
      submit={{
        label: confirm.isPending ? 'Checking...' : 'Confirm',
        isDisabled: password === '' || confirm.isPending,
      }}
      onSubmit={() => confirm.mutate()}
    >
      <Field label="Your password" error={problem}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value)
              confirm.reset()
            }}
          />
        )}
      </Field>
    </FormDialog>
  )
}
