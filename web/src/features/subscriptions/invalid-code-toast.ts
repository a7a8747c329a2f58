import { errorMessage } from '#api/api-error.ts'
import { toast } from '#ui/toast-store.ts'

/** The server's reason why a code was refused. */
export const invalidCodeReason = (error: unknown) =>
  errorMessage(error, 'Please check your promo code and try again.')

/** Shows why a code was refused; the typed code stays. */
export const showInvalidCode = (error: unknown) =>
  toast({
    title: 'Invalid promo code',
    description: invalidCodeReason(error),
    kind: 'destructive',
  })
