import type { SettledOutcome } from '#payments/payment-outcome.ts'
import { toast } from '#ui/toast-store.ts'

/** Said before the bank's own page opens. */
export const sayAuthentication = () =>
  toast({
    title: 'Additional Authentication Required',
    description: 'Please complete the authentication process.',
    kind: 'caution',
  })

/** Says why a payment did not go through; silent about any other outcome. */
export function sayFailure(outcome: SettledOutcome) {
  if (outcome.outcome !== 'failed') return
  toast({ title: 'Payment Failed', description: outcome.message, kind: 'destructive' })
}

/** Puts the focus on the first field that is not right, once the page shows its error. */
export function focusFirstProblem(form: HTMLElement) {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
