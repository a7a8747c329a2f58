import { errorMessage } from '#api/api-error.ts'
import { toast } from '#ui/toast-store.ts'

export const invalidCodeReason = (error: unknown) =>
  errorMessage(error, 'Please check your promo code and try again.')

export const showInvalidCode = (error: unknown) =>
  toast({
    title: 'Invalid promo code',
    description: invalidCodeReason(error),
    kind: 'destructive',
  })
