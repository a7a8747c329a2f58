import { Elements, PaymentElement, useElements } from '@stripe/react-stripe-js'
import type { Stripe, StripeElementsOptionsMode, StripeElements } from '@stripe/stripe-js'
import { useEffect, useEffectEvent } from 'react'
import { useTheme } from '#ui/theme.ts'
import { appearanceIn } from './elements-appearance.ts'
import type { Purpose, MethodChoice } from './open-provider.ts'
import type { PaymentMethodState } from './use-method.ts'
import { toast } from '#ui/toast-store.ts'

const showFailure = (description: string) =>
  toast({ title: 'Payment Failed', description, kind: 'destructive' })

/** Validates Stripe's fields. Returns null when they, or a toast, show an error. */
async function readElements(elements: StripeElements): Promise<MethodChoice | null> {
  try {
    const { error } = await elements.submit()
    if (!error) return { type: 'elements', elements }
    // The fields show validation errors themselves; other errors need a toast.
    if (error.type === 'validation_error') elements.getElement('payment')?.focus()
    else showFailure(error.message ?? 'Failed to process payment')
  } catch {
    showFailure('An unexpected error occurred.')
  }
  return null
}

type Props = { stripe: Stripe; method: PaymentMethodState; disabled: boolean; onFailure: () => void }

const toOptions = (
  purpose: Purpose,
  kinds: PaymentMethodState['payments']['methods'],
): StripeElementsOptionsMode =>
  purpose.mode === 'subscription'
    ? {
        mode: 'subscription',
        amount: purpose.amountCents,
        currency: 'usd',
        allowedPaymentMethodTypes: kinds,
      }
    : { mode: 'setup', currency: 'usd', allowedPaymentMethodTypes: kinds }

/** Stripe's fields render without a client secret: one is fetched for each payment, so none is used twice. */
export function ElementsFields({ stripe, method, disabled, onFailure }: Props) {
  const theme = useTheme()
  return (
    <Elements
      stripe={stripe}
      options={{ ...toOptions(method.purpose, method.payments.methods), appearance: appearanceIn(theme) }}
    >
      <Fields method={method} disabled={disabled} onFailure={onFailure} />
    </Elements>
  )
}

function Fields({ method, disabled, onFailure }: Omit<Props, 'stripe'>) {
  const elements = useElements()
  const letGo = useEffectEvent(() => method.hold(null))
  useEffect(() => () => letGo(), [])
  return (
    <PaymentElement
      options={{
        layout: 'tabs',
        readOnly: disabled,
        wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
      }}
      onReady={() => method.hold(elements && (() => readElements(elements)))}
      onLoadError={onFailure}
    />
  )
}
