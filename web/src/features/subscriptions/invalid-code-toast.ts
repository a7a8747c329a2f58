import { errorMessage } from '#api/api-error.ts'
import { toast } from '#ui/toast-store.ts'

/** Says why a code was not taken; what was typed stays. */
export const showInvalidCode = (error: unknown) =>
  toast({
    title: 'Invalid promo code',
    description: errorMessage(error, 'Please check your promo code and try again.'),
    kind: 'destructive',
  })
