import { type Payment, reasonMax } from '@touchline/contract/ledger.ts'
import { useState } from 'react'
import { ApiError, errorMessage } from '#api/api-error.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '#api/idempotency-key.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast-store.ts'
import { amountProblem, formatCents, payerName, toCents } from './money.ts'
import { useIsRefunding, useRefund } from './requests.ts'

type Props = { payment: Payment; onClose: () => void }

const sent = (cents: number) =>
  toast({ title: 'Refund sent', description: `${formatCents(cents)} is on its way.`, kind: 'success' })

const noted = () =>
  toast({
    title: 'Refund noted',
    description: 'The payment service has not answered yet. We keep asking until it does.',
    kind: 'caution',
  })

/** Refunds a payment and shows the outcome, even after the dialog was closed. */
function useRefunding(paymentId: string) {
  const refund = useRefund(paymentId)
  const isExpired = useExpiredSession()
  const press = `refund:${paymentId}`
  /** Resolves to whether the refund was accepted. */
  return async (amountCents: number, reason: string): Promise<boolean> => {
    try {
      const { state, amountCents: sentCents } = await refund.mutateAsync({
        amountCents,
        reason,
        key: getIdempotencyKey(press),
      })
      clearIdempotencyKey(press)
      if (state === 'sent') sent(sentCents)
      else noted()
      return true
    } catch (error) {
      const isAnswered = error instanceof ApiError && error.status < 500
      // Only a conflict is about this refund. Other errors, such as rate limits, say nothing about an earlier
      // attempt.
      if (isAnswered && error.status === 409) clearIdempotencyKey(press)
      if (isExpired(error)) return false
      const description = isAnswered
        ? errorMessage(error, 'Please try again.')
        : 'No answer came. Look at the payment; pressing again repeats this refund and does not make a second one.'
      toast({
        title: isAnswered ? 'Not refunded' : 'Not known yet',
        description,
        kind: isAnswered ? 'destructive' : 'caution',
      })
      return false
    }
  }
}

/** Asks for the amount and reason of a refund, which cannot be undone. */
export function RefundDialog({ payment, onClose }: Props) {
  const [refundableCents] = useState(payment.refundableCents)
  const [typed, setTyped] = useState((refundableCents / 100).toFixed(2))
  const [reason, setReason] = useState('')
  const refund = useRefunding(payment.id)
  // Also counts a refund started in an earlier dialog.
  const isRefunding = useIsRefunding(payment.id)
  const cents = toCents(typed)
  const problem = amountProblem(cents, refundableCents)
  const endsMembership =
    payment.kind === 'subscription' ? ' A membership month that is refunded in full ends.' : ''
  const send = async () => {
    if (cents !== null && (await refund(cents, reason.trim()))) onClose()
  }
  return (
    <FormDialog
      title="Refund payment"
      description={`${payerName(payment)} paid ${formatCents(payment.grossCents)}. A refund cannot be taken back, and the provider keeps its fee.${endsMembership}`}
      onClose={onClose}
      submit={{
        label: isRefunding ? 'Refunding...' : `Refund ${problem ? '' : formatCents(cents ?? 0)}`.trim(),
        isDisabled: problem !== null || isRefunding,
        kind: 'danger',
      }}
      onSubmit={() => void send()}
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
    </FormDialog>
  )
}
