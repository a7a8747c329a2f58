import type { StripeElements } from '@stripe/stripe-js'
import { toast } from '#ui/toast-store.ts'
import type { MethodChoice } from './open-provider.ts'

const sayFailure = (description: string) =>
  toast({ title: 'Payment Failed', description, kind: 'destructive' })

/** Has Stripe's fields look at what was typed. Null when something is wrong: then they, or a toast, say what. */
export async function readElements(elements: StripeElements): Promise<MethodChoice | null> {
  try {
    const { error } = await elements.submit()
    if (!error) return { type: 'elements', elements }
    // Wrong fields say so themselves; anything else would be silent.
    if (error.type === 'validation_error') elements.getElement('payment')?.focus()
    else sayFailure(error.message ?? 'Failed to process payment')
  } catch {
    sayFailure('An unexpected error occurred.')
  }
  return null
}
