import { type Payment, reasonMax } from '@touchline/contract/ledger.ts'
import { useState } from 'react'
import { ApiError, sentenceOf } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast-store.ts'
import { amountProblem, formatCents, toCents } from './money.ts'
import { endPress, openPress } from './open-press.ts'
import { useRefund } from './requests.ts'

type Props = { payment: Payment; onClose: () => void }

/** Asks how much of a payment goes back, and why, before it does: it cannot be taken back. */
export function RefundDialog({ payment, onClose }: Props) {
  const [refundableCents] = useState(payment.refundableCents)
  const [typed, setTyped] = useState((refundableCents / 100).toFixed(2))
  const [reason, setReason] = useState('')
  const refund = useRefund(payment.id)
  const isExpired = useExpiredSession()
  const cents = toCents(typed)
  const problem = amountProblem(cents, refundableCents)
  const endsMembership =
    payment.kind === 'subscription' ? ' A membership month that is refunded in full ends.' : ''
  const send = (amountCents: number) =>
    refund.mutate(
      { amountCents, reason: reason.trim(), key: openPress(payment.id) },
      {
        onSuccess({ state, amountCents: sentCents }) {
          endPress(payment.id)
          toast(
            state === 'sent'
              ? {
                  title: 'Refund sent',
                  description: `${formatCents(sentCents)} is on its way.`,
                  kind: 'success',
                }
              : {
                  title: 'Refund noted',
                  description: 'The payment service has not answered yet. It is asked again until it does.',
                  kind: 'caution',
                },
          )
          onClose()
        },
        onError(error) {
          const isAnswered = error instanceof ApiError && error.status < 500
          // Only a conflict is about this refund: too many calls, say, leave open what became of the press before.
          if (isAnswered && error.status === 409) endPress(payment.id)
          if (isExpired(error)) return
          const description = isAnswered
            ? sentenceOf(error, 'Please try again.')
            : 'No answer came. Look at the payment; pressing again repeats this refund and makes no second one.'
          toast({
            title: isAnswered ? 'Not refunded' : 'Not known yet',
            description,
            kind: isAnswered ? 'destructive' : 'caution',
          })
        },
      },
    )
  return (
    <Dialog
      open
      title="Refund payment"
      description={`${payment.payer?.name ?? 'Nobody'} paid ${formatCents(payment.grossCents)}. A refund cannot be taken back, and the provider keeps its fee.${endsMembership}`}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <form
        noValidate
        className="mt-5 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (cents !== null && !problem && !refund.isPending) send(cents)
        }}
      >
        <Field label="Amount in dollars" error={problem ?? undefined} required>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              maxLength={12}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        <Field label="Reason (only for you)">
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={reasonMax}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
        <DialogActions>
          <Button kind="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="danger" type="submit" disabled={problem !== null || refund.isPending}>
            {refund.isPending ? 'Refunding...' : `Refund ${problem ? '' : formatCents(cents ?? 0)}`.trim()}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
