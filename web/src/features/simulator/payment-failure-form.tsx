import { type choices, disputeReasons } from '@touchline/contract/simulator.ts'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { Button } from '#ui/button.tsx'
import { longDate } from '#ui/dates.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { disputeText, formatCents } from './simulator-text.ts'
import type { CauseFailure } from './cause-failure.ts'

type Payments = z.output<typeof choices.reply & {}>['payments']

const warning = 'fraud_warning'

export function PaymentFailureForm({ payments, making }: { payments: Payments; making: CauseFailure }) {
  const [wantedId, choose] = useState('')
  const [fate, setFate] = useState<string>('fraudulent')
  // The chosen payment may no longer be in the list.
  const payment = payments.find(({ id }) => id === wantedId) ?? payments[0]
  if (!payment)
    return <p className="border-t border-line pt-5 text-sm text-muted">No one has paid anything yet.</p>
  return (
    <form
      className="grid items-end gap-3 border-t border-line pt-5 sm:grid-cols-[1fr_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        const reason = disputeReasons.find((each) => each === fate)
        if (reason) making.make({ kind: 'dispute', paymentId: payment.id, reason })
        else making.make({ kind: 'fraud_warning', paymentId: payment.id })
      }}
    >
      <Field label="The payment of">
        {(control) => (
          <Select {...control} value={payment.id} onChange={({ target }) => choose(target.value)}>
            {payments.map(({ id, name, kind, amountCents, paidAt }) => (
              <option key={id} value={id}>
                {`${name}, ${formatCents(amountCents)}${kind === 'tip' ? ' tip' : ''}, ${longDate(paidAt)}`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="What happens to it">
        {(control) => (
          <Select {...control} value={fate} onChange={({ target }) => setFate(target.value)}>
            {disputeReasons.map((reason) => (
              <option key={reason} value={reason}>
                {disputeText[reason]}
              </option>
            ))}
            <option value={warning}>gets an early fraud warning</option>
          </Select>
        )}
      </Field>
      <Button type="submit" kind="outline" disabled={making.isBusy}>
        Let It Happen
      </Button>
    </form>
  )
}
