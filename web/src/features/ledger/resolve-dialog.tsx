import { type Alert, maxNoteLength } from '@touchline/contract/ledger.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { useResolveAlert } from './requests.ts'

type Props = { alert: Alert; onClose: () => void }

export function ResolveDialog({ alert, onClose }: Props) {
  const [note, setNote] = useState('')
  const resolve = useResolveAlert(alert)
  const isExpired = useExpiredSession()
  const isTooLong = Array.from(note).length > maxNoteLength
  // The alert and this dialog may be gone when the response arrives; the toast is shown anyway.
  async function save() {
    try {
      await resolve.mutateAsync(note.trim())
      toast({ title: 'Resolved', description: 'It is kept among the resolved ones.', kind: 'success' })
      onClose()
    } catch (error) {
      if (isExpired(error)) return
      const description = errorMessage(error, 'The alert could not be resolved. Please try again.')
      toast({ title: 'Not resolved', description, kind: 'destructive' })
    }
  }
  return (
    <FormDialog
      title="Resolve alert"
      description={alert.message}
      onClose={onClose}
      submit={{
        label: resolve.isPending ? 'Saving...' : 'Resolve Alert',
        isDisabled: note.trim() === '' || isTooLong || resolve.isPending,
      }}
      onSubmit={() => void save()}
    >
      <Field label="What was done?" required>
        {(control) => (
          <Textarea
            {...control}
            limit={maxNoteLength}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
