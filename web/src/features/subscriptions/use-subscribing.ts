import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SubscriptionState } from '@touchline/contract/subscriptions.ts'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { toast } from '#ui/toast-store.ts'
import { invalidCodeReason, showInvalidCode } from './invalid-code-toast.ts'
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

const showVerifying = () =>
  toast({
    title: 'Your payment is being verified',
    description: 'Please do not pay again. This page changes by itself as soon as it is done.',
  })

/** Whether an invoice may be due already. */
export const isOverdue = (state: SubscriptionState) => state === 'past_due' || state === 'payment_failed'

/** The steps of /subscribe: start, then the payment if anything is due, then the result. */
export function useSubscribing(state: SubscriptionState) {
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  const [done, setDone] = useState<Done | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { data: history } = useQuery(resubscriberQuery)

  useEffect(() => {
    const address = new URL(window.location.href)
    if (!address.searchParams.has('payment_intent')) return
    if (address.searchParams.get('redirect_status') === 'failed') showFailure(failedElsewhere)
    // The person returned from a wallet app. Its ids must not stay in the history; the server checks with Stripe
    // itself.
    window.history.replaceState(window.history.state, '', address.pathname)
    void refreshMembership(client).catch(() => undefined)
  }, [client])

  async function finish(how: Done) {
    // The result page leads to a full page load, so the server must have synced by then. A failed status request does
    // not change what was paid.
    const status = await fetchStatus().catch(() => null)
    // While the payment is pending, the page shows that and polls.
    if (status?.subscriptionState !== 'payment_processing') setDone(how)
    if (status) await showStatus(client, status).catch(() => undefined)
  }

  /** Returns the client secret; null if there is nothing to do or a toast shows why the request failed. */
  async function begin(
    couponCode: string | null,
    { setupIntentId, termsAccepted }: { setupIntentId?: string; termsAccepted?: true } = {},
  ): Promise<string | null> {
    setProblem(null)
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
      const isCode = code === 'invalid_promo_code'
      setProblem(isCode ? invalidCodeReason(error) : failureReason(error))
      if (isCode) showInvalidCode(error)
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

  async function paid(outcome: 'paid' | 'processing') {
    if (outcome === 'paid') await finish(isOverdue(state) ? 'settled' : 'paid')
    else await refreshMembership(client).catch(showVerifying)
  }

  return { done, problem, begin, paid }
}
