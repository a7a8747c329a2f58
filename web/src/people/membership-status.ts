import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type * as api from '@touchline/contract/subscriptions.ts'
import { useEffect } from 'react'
import { call } from '#api/call.ts'
import { endpointPath } from '#api/endpoint-path.ts'
import type { CardColour } from '#ui/official-card.tsx'
import { sessionQuery, useSignedInViewer } from '#session/viewer.ts'

export const statusCall: typeof api.subscriptionStatus = endpointPath('GET', '/api/subscription-status')

export const statusFreshMs = 30_000

const queryKey = ['subscription', 'status'] as const

export const statusQuery = queryOptions({
  queryKey,
  queryFn: ({ signal, client }) => {
    const before = client.getQueryData<api.SubscriptionStatus>(queryKey)
    // While a payment is pending, the server asks Stripe on each request.
    const isOnItsWay = before?.subscriptionState === 'payment_processing'
    return call(statusCall, { signal, query: isOnItsWay ? { refresh: '1' } : {} })
  },
  staleTime: statusFreshMs,
})

/** Polls the subscription status, because people without access have no live connection. */
export function useWatchedStatus() {
  const client = useQueryClient()
  const viewer = useSignedInViewer()
  const { data: status } = useSuspenseQuery({ ...statusQuery, refetchInterval: statusFreshMs })
  const isNews = status.hasAccess !== viewer.hasAccess
  useEffect(() => {
    if (isNews) void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }, [isNews, client])
  return status
}

export type StatusLook = { colour: CardColour; word: string; subscribeLabel: string }

const otherwise: StatusLook = {
  colour: 'violet',
  word: 'Members only',
  subscribeLabel: 'Subscribe to Platinum',
}

const looks: Partial<Record<api.SubscriptionState, StatusLook>> = {
  payment_processing: { colour: 'blue', word: 'Under review', subscribeLabel: 'Subscribe to Platinum' },
  payment_failed: { colour: 'yellow', word: 'Caution', subscribeLabel: 'Pay Now' },
  subscription_canceled: { colour: 'red', word: 'Full time', subscribeLabel: 'Re-subscribe Now' },
}

export const noAccessStatus = (state: api.SubscriptionState): StatusLook => looks[state] ?? otherwise
