import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { SubscriptionStatus } from '@touchline/contract/subscriptions.ts'
import { call } from '#api/call.ts'
import { cacheResponse } from '#api/stale-reads.ts'
import { statusQuery } from '#people/membership-status.ts'
import { sessionQuery } from '#session/viewer.ts'
import { subscriptionCalls } from './subscription-calls.ts'

const queryDefaults = { throwOnError: false } as const

const detailsKey = ['subscription', 'details'] as const

export const detailsQuery = queryOptions({
  queryKey: detailsKey,
  queryFn: ({ signal }) => call(subscriptionCalls.details, { signal }),
  staleTime: 0,
  ...queryDefaults,
})

export const resubscriberQuery = queryOptions({
  queryKey: ['subscription', 'isResubscriber'],
  queryFn: ({ signal }) => call(subscriptionCalls.isResubscriber, { signal }),
  staleTime: 0,
  ...queryDefaults,
})

/** Fetches the status after the server has synced with Stripe, so that every payment so far is booked. */
export const fetchStatus = () => call(subscriptionCalls.status, { query: { refresh: '1' } })

export const refreshStatus = async (client: QueryClient) => setStatus(client, await fetchStatus())

const setStatus = (client: QueryClient, status: SubscriptionStatus) =>
  cacheResponse(client, statusQuery.queryKey, status)

/** Shows a changed status and refetches the viewer and their details. */
export async function showStatus(client: QueryClient, status: SubscriptionStatus) {
  await setStatus(client, status)
  await Promise.all([
    client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    client.invalidateQueries({ queryKey: detailsKey }),
  ])
}

/** Refetches viewer, status and details after a change of the subscription. */
export const refreshMembership = async (client: QueryClient) => showStatus(client, await fetchStatus())

type Start = {
  couponCode: string | null
  setupIntentId?: string | undefined
  termsAccepted?: true | undefined
  isResubscriber: boolean
}

export const startSubscription = ({ isResubscriber, ...body }: Start) =>
  call(isResubscriber ? subscriptionCalls.createAgain : subscriptionCalls.create, {
    body,
  })

export const validatePromoCode = (couponCode: string) =>
  call(subscriptionCalls.validateCoupon, { body: { couponCode } })

export const startCardUpdate = () => call(subscriptionCalls.startCardUpdate)

export const finishCardUpdate = (setupIntentId: string) =>
  call(subscriptionCalls.finishCardUpdate, { body: { setupIntentId } })
