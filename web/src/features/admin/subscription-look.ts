import type { AdminPerson, PeopleState } from '@touchline/contract/admin.ts'
import type { BadgeLook } from '#ui/badge.tsx'

type Look = { word: string; look: BadgeLook }

const states: Record<AdminPerson['subscriptionState'], Look> = {
  complimentary: { word: 'Complimentary', look: 'line' },
  active: { word: 'Active', look: 'turf' },
  past_due: { word: 'Past due', look: 'caution' },
  canceled_pending: { word: 'Canceled, still running', look: 'caution' },
  payment_processing: { word: 'Payment on its way', look: 'review' },
  payment_failed: { word: 'Payment failed', look: 'caution' },
  subscription_canceled: { word: 'Ended', look: 'line' },
  revoked: { word: 'Payment returned', look: 'line' },
  none: { word: 'No subscription', look: 'line' },
}

export const subscriptionLook = ({ subscriptionState }: Pick<AdminPerson, 'subscriptionState'>): Look =>
  states[subscriptionState]

export function stateName(state: PeopleState): string {
  if (state === 'blocked') return 'Blocked'
  return state === 'complimentary' ? 'Staff' : states[state].word
}
