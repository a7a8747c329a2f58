import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import type { SubscriptionStatus } from '@touchline/contract/subscriptions.ts'
import { useState } from 'react'
import { ApiError, errorMessage } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { cancelSubscription, resumeSubscription } from './management-requests.ts'
import type { Offers } from './offers.ts'
import { showStatus } from './requests.ts'
import { noConnection } from './payment-toasts.ts'
import { PortalLink } from './portal-link.tsx'
import type { Portals } from './use-portals.ts'
import { longDate } from '#ui/dates.ts'

type After = Pick<SubscriptionStatus, 'subscriptionState' | 'accessUntil'>

/** The result of a cancellation: a payment in the meantime turns an immediate end into one at the end of the month. */
export function cancellationText({ subscriptionState: state, accessUntil }: After): string {
  if (accessUntil) return `You keep access until ${longDate(accessUntil)}, and nothing more is charged.`
  return state === 'subscription_canceled' || state === 'none'
    ? 'It has ended, and nothing more is charged.'
    : 'Nothing more is charged.'
}

/** The question before a paid subscription is canceled; `endsAt` in milliseconds, null if unknown. */
export const cancellationQuestion = (endsAt: number | null) =>
  `You keep your access until ${endsAt === null ? 'the end of the month you paid for' : longDate(endsAt)}. Then it ends, and nothing more is charged. Until then you can change your mind.`

type Change = {
  change: () => Promise<SubscriptionStatus>
  done: { title: string; description: (after: SubscriptionStatus) => string }
  failed: string
}

function useChange({ change, done, failed }: Change) {
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  return useMutation({
    mutationFn: change,
    onSuccess: async (status) => {
      toast({ title: done.title, description: done.description(status), kind: 'success' })
      await showStatus(client, status).catch(() => undefined)
    },
    onError(error) {
      if (isExpired(error)) return
      const description = error instanceof ApiError ? errorMessage(error, failed) : noConnection
      toast({ title: 'Subscription Not Changed', description, kind: 'destructive' })
    },
  })
}

type Props = {
  offers: Offers
  portals: Portals
  /** In milliseconds; null if unknown. */
  periodEndsAt: number | null
}

export function SubscriptionActions({ offers, portals, periodEndsAt }: Props) {
  if (!(offers.subscribeLabel || offers.resume || offers.cancelHere)) return null
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      {offers.subscribeLabel ? (
        <Button asChild>
          <Link to={paths.subscribe}>{offers.subscribeLabel}</Link>
        </Button>
      ) : null}
      {offers.resume ? <Resume /> : null}
      {offers.cancelHere ? (
        <Cancel
          question={
            offers.cancelHere === 'atPeriodEnd'
              ? cancellationQuestion(periodEndsAt)
              : immediateEnd[offers.cancelHere]
          }
        />
      ) : null}
      {offers.cancelInPortal ? <PortalLink portals={portals} portal="cancel" about="cancellation" /> : null}
    </div>
  )
}

function Resume() {
  const resume = useChange({
    change: resumeSubscription,
    done: { title: 'Subscription Kept', description: () => 'It goes on. Nothing was charged today.' },
    failed: 'Your cancellation could not be taken back. Please try again.',
  })
  return (
    <Button disabled={resume.isPending} onClick={() => resume.mutate()}>
      {resume.isPending ? 'Keeping...' : 'Keep My Subscription'}
    </Button>
  )
}

const immediateEnd = {
  afterFailure:
    'Your last payment is still open. If you cancel now, your subscription and your access end at once, the open payment is dropped, and nothing more is charged.',
  beforeCharge:
    'Your new month has begun and is not paid yet. If you cancel now, your subscription and your access end at once, and nothing more is charged.',
}

function Cancel({ question }: { question: string }) {
  const [isAsking, setAsking] = useState(false)
  const cancel = useChange({
    change: cancelSubscription,
    done: { title: 'Subscription Canceled', description: cancellationText },
    failed: 'Failed to cancel subscription.',
  })
  return (
    <>
      <Button
        kind="outline"
        aria-haspopup="dialog"
        disabled={cancel.isPending}
        onClick={() => setAsking(true)}
      >
        {cancel.isPending ? 'Canceling...' : 'Cancel Subscription'}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Cancel your subscription?"
        description={question}
        confirmLabel="Cancel Subscription"
        cancelLabel="Keep It"
        onConfirm={() => cancel.mutate()}
      />
    </>
  )
}
