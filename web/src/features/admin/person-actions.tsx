import type { AdminPerson } from '@touchline/contract/admin.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { fullNameOf } from '#people/names.ts'
import { useSlots } from '#slots.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { localDay } from '#ui/dates.ts'
import { toast } from '#ui/toast-store.ts'
import { useCancellation, usePasswordLink } from './requests.ts'

const running = new Set<AdminPerson['subscriptionState']>([
  'active',
  'past_due',
  'payment_processing',
  'payment_failed',
])

type Asking = 'password' | 'cancel' | null

export function PersonActions({ person }: { person: AdminPerson }) {
  const { BlockButton } = useSlots()
  const [asking, setAsking] = useState<Asking>(null)
  const link = usePasswordLink(person.id)
  const cancellation = useCancellation(person.id)
  const isExpired = useExpiredSession()
  const name = fullNameOf(person, person.email)
  const failed = (title: string) => (error: Error) => {
    if (isExpired(error)) return
    const why = errorMessage(error, '')
    toast({ title, ...(why ? { description: why } : {}), kind: 'destructive' })
  }
  const sendLink = () =>
    link.mutate(undefined, {
      onSuccess: ({ message }) =>
        toast({ title: 'Password reset sent', description: message, kind: 'success' }),
      onError: failed('Failed to send password reset.'),
    })
  const cancel = () =>
    cancellation.mutate(undefined, {
      onSuccess: ({ message, accessUntil }) =>
        toast({
          title: 'Subscription canceled',
          description: accessUntil ? `${message} That is ${localDay(accessUntil)}.` : message,
          kind: 'success',
        }),
      onError: failed('Failed to cancel subscription.'),
    })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        kind="outline"
        disabled={link.isPending}
        aria-haspopup="dialog"
        aria-label={`Reset Password of ${name}`}
        onClick={() => setAsking('password')}
      >
        {link.isPending ? 'Sending...' : 'Reset Password'}
      </Button>
      {running.has(person.subscriptionState) ? (
        <Button
          kind="outline"
          disabled={cancellation.isPending}
          aria-haspopup="dialog"
          aria-label={`Cancel Subscription of ${name}`}
          onClick={() => setAsking('cancel')}
        >
          {cancellation.isPending ? 'Canceling...' : 'Cancel Subscription'}
        </Button>
      ) : null}
      <BlockButton person={person} />
      <AlertDialog
        open={asking === 'password'}
        onOpenChange={() => setAsking(null)}
        title="Send a link for a new password?"
        description={`${name} gets it at ${person.email}. It works once, for an hour; you do not see it.`}
        confirmLabel="Send Link"
        onConfirm={sendLink}
      />
      <AlertDialog
        open={asking === 'cancel'}
        onOpenChange={() => setAsking(null)}
        title="Cancel this subscription?"
        description={`${name} keeps access until the end of the month they have paid for; an unpaid month ends at once. Nothing is refunded.`}
        cancelLabel="Keep It"
        confirmLabel="Cancel Subscription"
        onConfirm={cancel}
      />
    </div>
  )
}
