import type { Alert } from '@touchline/contract/ledger.ts'
import { sentenceOf } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { catchLostFocus } from '#ui/focus-return.ts'
import { toast } from '#ui/toast-store.ts'
import { useRetryEvent } from './requests.ts'

/** Tries an event again that could not be handled; the alert closes with it. */
export function RetryButton({ alert }: { alert: Alert }) {
  const retry = useRetryEvent(alert)
  const isExpired = useExpiredSession()
  // The alert, and this button with it, is gone by the time the answer is there.
  async function send() {
    try {
      await retry.mutateAsync()
      toast({
        title: 'Trying again',
        description: 'If it fails for another three days, a new alert says so.',
        kind: 'success',
      })
      catchLostFocus()
    } catch (error) {
      if (isExpired(error)) return
      const description = sentenceOf(error, 'The event could not be tried again. Please try again.')
      toast({ title: 'Not tried', description, kind: 'destructive' })
    }
  }
  return (
    <Button kind="outline" disabled={retry.isPending} onClick={() => void send()}>
      {retry.isPending ? 'Trying...' : 'Try Again'}
    </Button>
  )
}
