import type {
  CardOutcome,
  DisputeReason,
  SimulatorCounts,
  Leap,
  ProviderFault,
  Simulator,
} from '@touchline/contract/simulator.ts'
import { formatDollars } from '#ui/dollars.ts'

export const formatCents = (cents: number) => formatDollars(cents / 100)

const dayMs = 86_400_000

export function formatAhead(aheadMs: number) {
  const days = Math.round(aheadMs / dayMs)
  return days < 1 ? 'as in the real world' : `${days} ${days === 1 ? 'day' : 'days'} ahead`
}

export const leapText: Record<Leap, string> = { day: 'A day', month: 'A month', year: 'A year' }

export const countLabels: Record<keyof SimulatorCounts, string> = {
  renewals: 'Renewals',
  failures: 'Failed charges',
  cancellations: 'Endings',
  letters: 'Emails',
  journals: 'Journals',
}

export const outcomeText: Record<CardOutcome, string> = {
  no_funds: 'fails: insufficient funds',
  declined: 'fails: declined by the bank',
  expired: 'fails: the card has expired',
  lost: 'fails for good: the card is lost',
  authentication: 'waits for the member to confirm it',
  pays: 'succeeds again',
}

export const disputeText: Record<DisputeReason, string> = {
  fraudulent: 'is disputed: not made by the cardholder',
  product_not_received: 'is disputed: nothing was received',
  subscription_canceled: 'is disputed: the subscription was canceled',
}

export const faultText: Record<ProviderFault, string> = {
  away: 'break off',
  slow: 'get no answer for ten seconds',
  broken: 'are answered with an error',
}

export const stateText: Record<Simulator['members'][number]['state'], string> = {
  complimentary: 'Complimentary',
  active: 'Active',
  past_due: 'Past due, with access',
  canceled_pending: 'Canceled, still with access',
  payment_processing: 'Payment processing',
  payment_failed: 'Payment failed',
  subscription_canceled: 'Ended',
  revoked: 'Revoked',
  none: 'Never subscribed',
  blocked: 'Suspended',
}

/** Formats a ledger account such as provider_balance as 'Provider balance'. */
export const accountText = (account: string) =>
  (account.charAt(0).toUpperCase() + account.slice(1)).replaceAll('_', ' ')
