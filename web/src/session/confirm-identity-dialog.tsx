import { useMutation, useQuery } from '@tanstack/react-query'
import { confirmIdentity } from '@touchline/contract/accounts.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { hasPasskeys } from './has-passkeys.ts'
import { confirmWithPasskey, passkeyProblem, passkeysQuery } from './passkeys.ts'

type Props = { onAnswer: (isConfirmed: boolean) => void }

export function ConfirmIdentityDialog({ onAnswer }: Props) {
  const [password, setPassword] = useState('')
  const confirm = useMutation({
    mutationFn: () => call(confirmIdentity, { body: { password } }),
    onSuccess: () => onAnswer(true),
  })
  const { data: passkeys = [] } = useQuery({ ...passkeysQuery, throwOnError: false, enabled: hasPasskeys() })
  const byPasskey = useMutation({ mutationFn: confirmWithPasskey, onSuccess: () => onAnswer(true) })
  const problem = confirm.error
    ? errorMessage(confirm.error, 'That could not be checked. Please try again.')
    : undefined
  return (
    <FormDialog
      title="Is it you?"
      description="For this we need your password once more. It is good for ten minutes."
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
      {passkeys.length > 0 ? (
        <>
          <Button
            kind="outline"
            disabled={byPasskey.isPending || byPasskey.isSuccess}
            onClick={() => byPasskey.mutate()}
          >
            {byPasskey.isPending ? 'Waiting for Your Passkey...' : 'Use a Passkey'}
          </Button>
          <p role="alert" className="text-sm font-medium text-dismissal empty:hidden">
            {byPasskey.error ? passkeyProblem(byPasskey.error) : null}
          </p>
        </>
      ) : null}
    </FormDialog>
  )
}
