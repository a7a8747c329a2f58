import { errorMessage } from '#api/api-error.ts'
import { toast } from '#ui/toast-store.ts'

/** Shows why a code was refused; the typed code stays. */
export const showInvalidCode = (error: unknown) =>
  toast({
    title: 'Invalid promo code',
    description: errorMessage(error, 'Please check your promo code and try again.'),
    kind: 'destructive',
  })
