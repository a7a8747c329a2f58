import type { Site } from '@touchline/contract/site.ts'
import { useRef, useState } from 'react'
import { type MethodChoice, openProvider, type PaymentProvider, type Purpose } from './open-provider.ts'

/** Looks at what was typed: something to confirm with, or null when the fields say what is wrong with it. */
export type ReadMethod = () => MethodChoice | null | Promise<MethodChoice | null>

/** What a payment form holds; made by `usePaymentMethod` and drawn by `PaymentMethodFields`. */
export type PaymentMethodState = {
  provider: PaymentProvider
  payments: Site['payments']
  purpose: Purpose
  /** False where there is nothing to pay with on this installation: then there is a sentence and no button. */
  isAvailable: boolean
  /** True when there are fields to fill in. */
  isReady: boolean
  /** Told by the fields how to read them; null when they are gone. */
  hold: (read: ReadMethod | null) => void
  /** The method to pay with; null when something is wrong: then the fields say what. */
  read: () => Promise<MethodChoice | null>
}

/** Keeps hold of what somebody pays with: our own fields in a rehearsal, Stripe's where the money is real. */
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
