import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SubscriptionState } from '@touchline/contract/subscriptions.ts'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { toast } from '#ui/toast-store.ts'
import { showInvalidCode } from './invalid-code-toast.ts'
import { showFailure, failureReason } from './payment-toasts.ts'
import {
  fetchStatus,
  refreshMembership,
  refreshStatus,
  resubscriberQuery,
  showStatus,
  startSubscription,
} from './requests.ts'
import type { Done } from './subscribe-done.tsx'

const failedElsewhere = { outcome: 'failed', message: 'Failed to process payment' } as const

/** For when the page cannot find out and say so itself. */
const sayVerified = () =>
  toast({
    title: 'Your payment is being verified',
    description: 'Please do not pay again. This page changes by itself as soon as it is done.',
  })

/** Whether there may be an invoice to pay already. */
export const isOverdue = (state: SubscriptionState) => state === 'past_due' || state === 'payment_failed'

/** The steps of /subscribe: start, then (unless there is nothing to pay) the payment, then what came of it. */
export function useSubscribing(state: SubscriptionState) {
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  const [done, setDone] = useState<Done | null>(null)
  const { data: history } = useQuery(resubscriberQuery)

  useEffect(() => {
    const address = new URL(window.location.href)
    if (!address.searchParams.has('payment_intent')) return
    if (address.searchParams.get('redirect_status') === 'failed') showFailure(failedElsewhere)
    // Back from a wallet on a phone. Its ids do not belong into a history; the server asks the provider itself.
    window.history.replaceState(window.history.state, '', address.pathname)
    void refreshMembership(client).catch(() => undefined)
  }, [client])

  async function finish(how: Done) {
    // Whoever is told that they are in goes on to a fresh page, which asks the server: it has to know by then.
    // A status that cannot be read now changes nothing about what was paid.
    const status = await fetchStatus().catch(() => null)
    // While it is not sure yet, the page says so and asks again by itself.
    if (status?.subscriptionState !== 'payment_processing') setDone(how)
    if (status) await showStatus(client, status).catch(() => undefined)
  }

  /**
   * The secret of what is to be paid, or of the card to be saved; null when nothing is, or when it could not be had
   * (then a toast says why). `setupIntentId` is the card that was saved for a code, `termsAccepted` the ticked box.
   */
  async function begin(
    couponCode: string | null,
    { setupIntentId, termsAccepted }: { setupIntentId?: string; termsAccepted?: true } = {},
  ): Promise<string | null> {
    try {
      const isResubscriber = history?.isResubscriber ?? state === 'subscription_canceled'
      const start = await startSubscription({ couponCode, setupIntentId, termsAccepted, isResubscriber })
      if (start.clientSecret !== null) return start.clientSecret
      if (start.status === 'already_subscribed') {
        toast({ title: 'Already subscribed', description: 'You already have an active subscription.' })
        await finish('already')
      } else {
        await finish(start.resumed ? 'resumed' : setupIntentId ? 'freeMonth' : 'free')
      }
    } catch (error) {
      if (isExpired(error)) return null
      const code = error instanceof ApiError ? error.code : undefined
      if (code === 'invalid_promo_code') showInvalidCode(error)
      else
        toast({
          title: 'Unable to set up subscription.',
          description: failureReason(error),
          kind: 'destructive',
        })
      if (code === 'payment_processing') await refreshStatus(client).catch(() => undefined)
    }
    return null
  }

  /** After the provider took the money, or began to think about it. */
  async function paid(outcome: 'paid' | 'processing') {
    if (outcome === 'paid') await finish(isOverdue(state) ? 'settled' : 'paid')
    else await refreshMembership(client).catch(sayVerified)
  }

  return { done, begin, paid }
}
