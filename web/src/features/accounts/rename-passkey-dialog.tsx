import { useMutation, useQueryClient } from '@tanstack/react-query'
import { passkeyName, rename } from '@touchline/contract/passkeys.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { passkeysQuery } from '#session/passkeys.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'

type Props = { id: string; name: string; onClose: () => void }

export function RenamePasskeyDialog({ id, name, onClose }: Props) {
  const [typed, setTyped] = useState(name)
  const [problem, setProblem] = useState<string>()
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (chosen: string) => call(rename, { params: { id }, body: { name: chosen } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
      onClose()
    },
    onError: (error) => setProblem(errorMessage(error, 'The name could not be saved. Please try again.')),
  })
  return (
    <FormDialog
      title="Rename passkey"
      description="A name that tells you which device it is on."
      onClose={onClose}
      submit={{ label: save.isPending ? 'Saving...' : 'Save', isDisabled: save.isPending }}
      onSubmit={() => {
        const chosen = passkeyName.safeParse(typed)
        if (chosen.success) save.mutate(chosen.data)
        else setProblem(chosen.error.issues[0]?.message)
      }}
    >
      <Field label="Name" error={problem}>
        {(control) => (
          <Input
            {...control}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
    </FormDialog>
  )
}
