import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { SubscriptionStatus } from '@touchline/contract/subscriptions.ts'
import { call } from '#api/call.ts'
import { keepAnswer } from '#api/keep-answer.ts'
import { sessionQuery } from '#session/viewer.ts'
import { subscriptionCalls } from './subscription-calls.ts'

/** How long the status holds before a new page asks again, and how often the waiting screens ask. */
export const statusFreshMs = 30_000

const asked = { throwOnError: false } as const

const statusKey = ['subscription', 'status'] as const
const detailsKey = ['subscription', 'details'] as const

/** Whether the viewer has access, and what to tell them. */
export const statusQuery = queryOptions({
  queryKey: statusKey,
  queryFn: ({ signal, client }) => {
    const before = client.getQueryData<SubscriptionStatus>(statusKey)
    // While a payment is on its way the server asks the provider: nobody waits longer than they must.
    const isOnItsWay = before?.subscriptionState === 'payment_processing'
    return call(subscriptionCalls.status, { signal, query: isOnItsWay ? { refresh: '1' } : {} })
  },
  staleTime: statusFreshMs,
})

/** The viewer's subscription and saved cards. */
export const detailsQuery = queryOptions({
  queryKey: detailsKey,
  queryFn: ({ signal }) => call(subscriptionCalls.details, { signal }),
  staleTime: 0,
  ...asked,
})

/** Whether the viewer was subscribed before and is not now. */
export const resubscriberQuery = queryOptions({
  queryKey: ['subscription', 'isResubscriber'],
  queryFn: ({ signal }) => call(subscriptionCalls.isResubscriber, { signal }),
  staleTime: 0,
  ...asked,
})

/** Has the server ask the provider: at its answer, whatever was paid by now is booked. */
export const bookedStatus = () => call(subscriptionCalls.status, { query: { refresh: '1' } })

/** The same, and puts the answer where the pages look. */
export const refreshStatus = async (client: QueryClient) => setStatus(client, await bookedStatus())

const setStatus = (client: QueryClient, status: SubscriptionStatus) => keepAnswer(client, statusKey, status)

/** Shows a status that changed: the viewer and their details are asked for again. */
export async function showStatus(client: QueryClient, status: SubscriptionStatus) {
  await setStatus(client, status)
  await Promise.all([
    client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    client.invalidateQueries({ queryKey: detailsKey }),
  ])
}

/** After anything that changes a subscription: the viewer, their status and their details are asked for again. */
export const refreshMembership = async (client: QueryClient) => showStatus(client, await bookedStatus())

type Start = { couponCode: string | null; isResubscriber: boolean }

/** Starts the viewer's subscription, or starts it again. */
export const startSubscription = ({ couponCode, isResubscriber }: Start) =>
  call(isResubscriber ? subscriptionCalls.createAgain : subscriptionCalls.create, {
    body: { couponCode },
  })

export const validatePromoCode = (couponCode: string) =>
  call(subscriptionCalls.validateCoupon, { body: { couponCode } })

export const startCardUpdate = () => call(subscriptionCalls.startCardUpdate)

export const finishCardUpdate = (setupIntentId: string) =>
  call(subscriptionCalls.finishCardUpdate, { body: { setupIntentId } })
