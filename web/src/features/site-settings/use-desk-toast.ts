import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { toast } from '#ui/toast-store.ts'

/** Returns a function that shows how a change at the desk ended. */
export function useDeskToast() {
  const isExpired = useExpiredSession()
  return async (change: Promise<unknown>, done: { title: string; description: string }) => {
    try {
      await change
      toast({ ...done, kind: 'success' })
    } catch (error) {
      if (isExpired(error)) return
      const description = errorMessage(error, 'That did not work. Please try again.')
      toast({ title: 'Not Done', description, kind: 'destructive' })
    }
  }
}
