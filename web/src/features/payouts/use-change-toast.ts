import { ApiError, errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { toast } from '#ui/toast-store.ts'

/**
 * Waits for a change and says that it was made, or why not, even when the button is gone by then. Answers whether it
 * was made. `onRefusal` may tell a problem itself by answering true; that the session is over tells the page around.
 * Without an answer, or with one of a server that broke down, nobody knows what became of the change.
 */
export function useChangeToast() {
  const isExpired = useExpiredSession()
  return async (
    change: Promise<unknown>,
    done: { title: string; description: string },
    onRefusal: (error: unknown) => boolean = () => false,
  ): Promise<boolean> => {
    try {
      await change
      toast({ ...done, kind: 'success' })
      return true
    } catch (error) {
      if (isExpired(error) || onRefusal(error)) return false
      if (error instanceof ApiError && error.status < 500) {
        const description = errorMessage(error, 'Please try again.')
        toast({ title: 'Nothing was changed', description, kind: 'destructive' })
      } else
        toast({
          title: 'Not known yet',
          description: errorMessage(error, 'No answer came. Look before you try again.'),
          kind: 'caution',
        })
      return false
    }
  }
}
