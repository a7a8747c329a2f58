import type { Site } from '@touchline/contract/site.ts'
import { useState } from 'react'
import { clubNow } from '#ui/clock.ts'
import { type CardFields, type CardProblems, problemsOf, toCardDetails } from './card-rules.ts'
import { type MethodChoice, openProvider, type PaymentProvider } from './provider.ts'

type Kind = MethodChoice['type']

const blank: CardFields = { number: '', expiry: '', cvc: '' }

/** What a payment form holds; made by `usePaymentMethod` and drawn by `PaymentMethodFields`. */
export type PaymentMethodState = {
  provider: PaymentProvider
  /** True when there is something to pay with on this installation. */
  ready: boolean
  kinds: Kind[]
  kind: Kind
  choose: (kind: Kind) => void
  fields: CardFields
  problems: CardProblems
  testCardsOnly: boolean
  write: (changed: Partial<CardFields>) => void
  /** The method to pay with; null when fields are wrong: then each says why, and the first should get the focus. */
  read: () => MethodChoice | null
}

/** Keeps what somebody pays with, in memory only. An error leaves when its field is edited. */
export function usePaymentMethod(site: Pick<Site, 'payments'>): PaymentMethodState {
  const [provider] = useState(() => openProvider(site))
  const [kind, choose] = useState<Kind>(site.payments.methods[0] ?? 'card')
  const [fields, setFields] = useState(blank)
  const [problems, setProblems] = useState<CardProblems>({})
  const testCardsOnly = site.payments.provider === 'sandbox'
  function write(changed: Partial<CardFields>) {
    const after = { ...fields, ...changed }
    setFields(after)
    setProblems((before) => ({
      ...(before.number && after.number === fields.number ? { number: before.number } : {}),
      ...(before.expiry && after.expiry === fields.expiry ? { expiry: before.expiry } : {}),
      ...(before.cvc && after.cvc === fields.cvc ? { cvc: before.cvc } : {}),
    }))
  }
  function read(): MethodChoice | null {
    if (kind === 'cashapp') return { type: 'cashapp' }
    const found = problemsOf(fields, testCardsOnly, new Date(clubNow()))
    setProblems(found)
    return Object.keys(found).length > 0 ? null : { type: 'card', card: toCardDetails(fields) }
  }
  return {
    provider,
    ready: provider.isAvailable && site.payments.methods.length > 0,
    kinds: site.payments.methods,
    kind,
    choose,
    fields,
    problems,
    testCardsOnly,
    write,
    read,
  }
}
