import { payoutReference } from '@touchline/contract/payouts.ts'
import { type SubmitEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { StatementDialog } from './approve-dialog.tsx'
import { inDollars } from './payout-text.ts'
import { useRecord } from './requests.ts'
import { useChangeToast } from './use-change-toast.ts'

export function RecordDialog({ statement, open, onOpenChange }: StatementDialog) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const record = useRecord()
  const whenDone = useChangeToast()
  const amount = inDollars(statement.payout?.amountCents ?? statement.payableCents)
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const reference = payoutReference.safeParse(typed)
    if (!reference.success) {
      setProblem(reference.error.issues[0]?.message)
      return
    }
    if (record.isPending) return
    const done = { title: 'Payout Recorded', description: `${amount} was sent.` }
    const change = record.mutateAsync({ id: statement.id, reference: reference.data })
    if (await whenDone(change, done)) onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Record the payment"
      description={`Send ${amount} to the creator first. This only records that it was sent; no transfer is made.`}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-5">
        <Field label="Reference" description="What identifies it at the bank." error={problem} required>
          {(c) => (
            <Input
              {...c}
              autoComplete="off"
              maxLength={200}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setProblem(undefined)
              }}
            />
          )}
        </Field>
        <DialogActions>
          <Button kind="outline" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" disabled={record.isPending}>
            {record.isPending ? 'Recording…' : 'Record'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
