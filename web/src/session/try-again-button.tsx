import type { UseMutationResult } from '@tanstack/react-query'
import { errorMessage } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { useExpiredSession } from './expired-session.ts'

type Props = {
  again: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending'>
  about: string
  /** The message when the retry failed. */
  problem: string
}

export function TryAgainButton({ again, about, problem }: Props) {
  const isExpired = useExpiredSession()
  const send = () =>
    again.mutate(undefined, {
      onError(error) {
        if (isExpired(error)) return
        toast({ title: 'Not tried', description: errorMessage(error, problem), kind: 'destructive' })
      },
    })
  const words = again.isPending ? 'Trying...' : 'Try Again'
  return (
    <Button kind="outline" disabled={again.isPending} aria-label={`${words}: ${about}`} onClick={send}>
      {words}
    </Button>
  )
}
