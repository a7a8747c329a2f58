import { useMutation } from '@tanstack/react-query'
import { lazy, type SubmitEvent, Suspense, useRef, useState } from 'react'
import { pay } from '#payments/pay.ts'
import { PaymentMethodFields } from '#payments/payment-method-fields.tsx'
import type { SettledOutcome } from '#payments/payment-outcome.ts'
import type { MethodChoice } from '#payments/open-provider.ts'
import { usePaymentMethod } from '#payments/use-method.ts'
import { useOneAtATime } from '#payments/use-one-at-a-time.ts'
import type { AppPath } from '#paths.ts'
import { useSite } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { FormError } from '#ui/form-error.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { focusFirstProblem, showAuthentication, showFailure } from './payment-toasts.ts'
import { returnUrlTo } from './return-url.ts'
import { TermsCheckbox } from './terms-checkbox.tsx'

const TrustMarks = lazy(async () => ({ default: (await import('./trust-marks.tsx')).TrustMarks }))

type Props = {
  /** The amount to pay now, in dollars; with 0 a card is saved and nothing is charged. */
  amount: number
  /** The price of the next month, in dollars. */
  renewal: number
  returnPath: AppPath
  /** Fetches the client secret; null if nothing is left to pay. */
  secret: () => Promise<string | null>
  problem?: string | null
  /** Called when Stripe has taken the payment or is still verifying it. */
  onPaid: (outcome: Exclude<SettledOutcome, { outcome: 'failed' }>) => unknown
}

/** A second press during a payment does nothing; the input stays after a failure. */
export function PaymentForm({ amount, renewal, returnPath, secret, problem = null, onPaid }: Props) {
  const site = useSite()
  const isFree = amount === 0
  const method = usePaymentMethod(
    isFree ? { payments: { ...site.payments, methods: ['card'] } } : site,
    isFree ? { mode: 'setup' } : { mode: 'subscription', amountCents: Math.round(amount * 100) },
  )
  const [hasAgreed, setAgreed] = useState(false)
  const [declined, setDeclined] = useState<string | null>(null)
  const notice = useRef<{ dismiss: () => void }>(null)
  const payment = useMutation({
    mutationFn: async (choice: MethodChoice) => {
      // The message about the last attempt no longer applies.
      notice.current?.dismiss()
      setDeclined(null)
      const clientSecret = await secret()
      if (clientSecret === null) return
      const outcome = await pay({
        provider: method.provider,
        clientSecret,
        method: choice,
        returnUrl: returnUrlTo(returnPath),
        onAuthentication: (type) => {
          notice.current = showAuthentication(type)
        },
      })
      notice.current?.dismiss()
      if (outcome.outcome === 'failed') {
        notice.current = showFailure(outcome)
        setDeclined(outcome.message)
      } else await onPaid(outcome)
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
          <FormError>{declined ?? problem}</FormError>
          <Button type="submit" size="large" wide disabled={isBusy || !method.isReady || !hasAgreed}>
            {isFree
              ? isBusy
                ? 'Activating...'
                : 'Activate Membership'
              : isBusy
                ? 'Processing...'
                : `Pay ${formatDollars(amount)}`}
          </Button>
          <Suspense fallback={<Skeleton className="h-32" />}>
            <TrustMarks />
          </Suspense>
        </>
      ) : null}
    </form>
  )
}
