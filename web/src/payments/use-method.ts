import type { Site } from '@touchline/contract/site.ts'
import { useRef, useState } from 'react'
import { type MethodChoice, openProvider, type PaymentProvider, type Purpose } from './open-provider.ts'

/** Validates the input. Returns a method, or null when the fields show an error. */
export type ReadMethod = () => MethodChoice | null | Promise<MethodChoice | null>

/** The state of a payment form, created by `usePaymentMethod` and rendered by `PaymentMethodFields`. */
export type PaymentMethodState = {
  provider: PaymentProvider
  payments: Site['payments']
  purpose: Purpose
  /** False when payments are not available: show a message without a button. */
  isAvailable: boolean
  /** Whether the fields are ready for input. */
  isReady: boolean
  /** Set by the fields to the function that reads them; null after they unmount. */
  hold: (read: ReadMethod | null) => void
  /** Returns the payment method, or null when the fields show an error. */
  read: () => Promise<MethodChoice | null>
}

/** Holds the state of the payment fields: our own in sandbox mode, Stripe's with live keys. */
export function usePaymentMethod({ payments }: Pick<Site, 'payments'>, purpose: Purpose): PaymentMethodState {
  const [provider] = useState(() => openProvider({ payments }))
  const [isReady, setReady] = useState(false)
  const reading = useRef<ReadMethod | null>(null)
  return {
    provider,
    payments,
    purpose,
    isAvailable: provider.isAvailable && payments.methods.length > 0,
    isReady,
    hold(read) {
      reading.current = read
      setReady(read !== null)
    },
    read: async () => (reading.current ? reading.current() : null),
  }
}
