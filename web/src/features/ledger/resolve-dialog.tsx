import { type Alert, noteMax } from '@touchline/contract/ledger.ts'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { useResolveAlert } from './requests.ts'

type Props = { alert: Alert; onClose: () => void }

/** Closes an alert; what was done about it is kept with it. */
export function ResolveDialog({ alert, onClose }: Props) {
  const [note, setNote] = useState('')
  const resolve = useResolveAlert(alert)
  const isExpired = useExpiredSession()
  const isEmpty = note.trim() === ''
  const isTooLong = Array.from(note).length > noteMax
  const save = () =>
    resolve.mutate(note.trim(), {
      onSuccess: onClose,
      onError(error) {
        if (isExpired(error)) return
        const description = sentenceOf(error, 'The alert could not be resolved. Please try again.')
        toast({ title: 'Not resolved', description, kind: 'destructive' })
      },
    })
  return (
    <Dialog
      open
      title="Resolve alert"
      description={alert.message}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <form
        noValidate
        className="mt-5 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isEmpty && !isTooLong && !resolve.isPending) save()
        }}
      >
        <Field label="What was done?" required>
          {(control) => (
            <Textarea
              {...control}
              limit={noteMax}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Field>
        <DialogActions>
          <Button kind="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isEmpty || isTooLong || resolve.isPending}>
            {resolve.isPending ? 'Saving...' : 'Resolve Alert'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
