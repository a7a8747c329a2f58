import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { pay } from '#payments/pay.ts'
import { PaymentMethodFields } from '#payments/payment-method-fields.tsx'
import type { SettledOutcome } from '#payments/payment-outcome.ts'
import type { MethodChoice } from '#payments/open-provider.ts'
import { usePaymentMethod } from '#payments/use-method.ts'
import { useOneAtATime } from '#payments/use-one-at-a-time.ts'
import type { AppPath } from '#paths.ts'
import { useSite } from '#session/site.ts'
import { Button } from '#ui/button.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { focusFirstProblem, showAuthentication, showFailure } from './payment-toasts.ts'
import { returnUrlTo } from './return-url.ts'
import { TermsCheckbox } from './terms-checkbox.tsx'

type Props = {
  /** What is to be paid now, in dollars; with 0 a card is saved and nothing is charged. */
  amount: number
  /** What the next month costs, in dollars. */
  renewal: number
  /** The page somebody comes back to who has to leave this one to pay. */
  comesBackTo: AppPath
  /** Fetches the secret of what is to be paid; null when there turned out to be nothing to pay. */
  secret: () => Promise<string | null>
  /** Told when the provider took the payment, or is still thinking about it. */
  onPaid: (outcome: Exclude<SettledOutcome, { outcome: 'failed' }>) => unknown
}

/**
 * Card or Cash App, the terms and the one button that pays. A second press while the first is under way does
 * nothing; what was typed stays after a failure.
 */
export function PaymentForm({ amount, renewal, comesBackTo, secret, onPaid }: Props) {
  const site = useSite()
  const isFree = amount === 0
  const method = usePaymentMethod(
    isFree ? { payments: { ...site.payments, methods: ['card'] } } : site,
    isFree ? { mode: 'setup' } : { mode: 'subscription', amountCents: Math.round(amount * 100) },
  )
  const [hasAgreed, setAgreed] = useState(false)
  const said = useRef<{ dismiss: () => void }>(null)
  const payment = useMutation({
    mutationFn: async (choice: MethodChoice) => {
      // What was said of the try before is not true of this one.
      said.current?.dismiss()
      const clientSecret = await secret()
      if (clientSecret === null) return
      const outcome = await pay({
        provider: method.provider,
        clientSecret,
        method: choice,
        returnUrl: returnUrlTo(comesBackTo),
        onAuthentication: (type) => {
          said.current = showAuthentication(type)
        },
      })
      said.current?.dismiss()
      if (outcome.outcome === 'failed') said.current = showFailure(outcome)
      else await onPaid(outcome)
    },
  })
  const isBusy = payment.isPending
  const oneAtATime = useOneAtATime()
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy || !method.isReady || !hasAgreed) return
    oneAtATime(async () => {
      const choice = await method.read()
      if (choice) await payment.mutateAsync(choice).catch(() => undefined)
      else focusFirstProblem(form)
    })
  }
  return (
    <form noValidate onSubmit={submit} aria-label="Payment" className="surface grid gap-6 p-5 sm:p-8">
      {isFree ? (
        <p>
          Your code covers the whole first month: nothing is charged today. Your card is charged{' '}
          {formatDollars(renewal)} when the next month starts, unless you cancel before.
        </p>
      ) : null}
      <PaymentMethodFields method={method} disabled={isBusy} />
      {method.isAvailable ? (
        <>
          <TermsCheckbox checked={hasAgreed} onChange={setAgreed} disabled={isBusy} />
          <Button type="submit" size="large" wide disabled={isBusy || !method.isReady || !hasAgreed}>
            {isFree
              ? isBusy
                ? 'Activating...'
                : 'Activate Membership'
              : isBusy
                ? 'Processing...'
                : `Pay ${formatDollars(amount)}`}
          </Button>
        </>
      ) : null}
    </form>
  )
}
