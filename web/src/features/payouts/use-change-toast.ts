import { ApiError, errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { toast } from '#ui/toast-store.ts'

/**
 * Shows the outcome of a change, even when its button is gone, and resolves to whether it succeeded.
 * `onRefusal` returns true for an error that it handles itself.
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
          description: errorMessage(error, 'No response came. Check the payout before you try again.'),
          kind: 'caution',
        })
      return false
    }
  }
}
