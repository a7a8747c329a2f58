import type { Site } from '@touchline/contract/site.ts'
import { useRef, useState } from 'react'
import { type MethodChoice, openProvider, type PaymentProvider, type Purpose } from './open-provider.ts'

export type ReadMethod = () => MethodChoice | null | Promise<MethodChoice | null>

export type PaymentMethodState = {
  provider: PaymentProvider
  payments: Site['payments']
  purpose: Purpose
  isAvailable: boolean
  isReady: boolean
  /** Called by the fields with the function that reads them, and with null when they unmount. */
  hold: (read: ReadMethod | null) => void
  read: () => Promise<MethodChoice | null>
}

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
