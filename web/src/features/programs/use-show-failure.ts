import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { toast } from '#ui/toast-store.ts'

/** Says in a toast why a press did nothing. */
export function useShowFailure() {
  const isExpired = useExpiredSession()
  return (error: Error) => {
    if (isExpired(error)) return
    const description = errorMessage(error, 'Nothing was changed. Please try again.')
    toast({ title: 'Not Done', description, kind: 'destructive' })
  }
}
