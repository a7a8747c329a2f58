import { maxSilenceReason } from '@touchline/contract/silences.ts'
import { useState } from 'react'
import { clubNow } from '#ui/clock.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'

const dayMs = 24 * 60 * 60 * 1000
const choices = [1, 3, 7, 30, 90]

type Props = {
  name: string
  isPending: boolean
  onClose: () => void
  onSilence: (given: { until: string; reason: string }) => void
}

export function SilenceDialog({ name, isPending, onClose, onSilence }: Props) {
  const [days, setDays] = useState(3)
  const [reason, setReason] = useState('')
  const isTooLong = Array.from(reason).length > maxSilenceReason
  return (
    <FormDialog
      title={`Silence ${name}?`}
      description="No comments, and no messages with tips. Everything else stays. It ends by itself."
      onClose={onClose}
      submit={{ label: 'Silence', kind: 'danger', isDisabled: !reason.trim() || isTooLong || isPending }}
      onSubmit={() =>
        onSilence({ until: new Date(clubNow() + days * dayMs).toISOString(), reason: reason.trim() })
      }
    >
      <Field label="For how long?">
        {(control) => (
          <Select {...control} value={days} onChange={(event) => setDays(Number(event.target.value))}>
            {choices.map((count) => (
              <option key={count} value={count}>
                {count} {count === 1 ? 'day' : 'days'}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Why? The member reads this." required>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            limit={maxSilenceReason}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
