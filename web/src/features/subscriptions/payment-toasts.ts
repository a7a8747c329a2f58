import { ApiError, errorMessage } from '#api/api-error.ts'
import type { MethodChoice } from '#payments/open-provider.ts'
import type { SettledOutcome } from '#payments/payment-outcome.ts'
import { toast } from '#ui/toast-store.ts'

/** Announces the page of the bank or Cash App before it opens. */
export const showAuthentication = (method: MethodChoice['type']) =>
  toast(
    method === 'cashapp'
      ? { title: 'Continue in Cash App', description: 'Please approve it there.' }
      : {
          title: 'Additional Authentication Required',
          description: 'Please complete the authentication process.',
          kind: 'caution',
        },
  )

export const showFailure = ({ message }: Extract<SettledOutcome, { outcome: 'failed' }>) =>
  toast({ title: 'Payment Failed', description: message, kind: 'destructive' })

/** Focuses the first invalid field once the page shows its error. */
export function focusFirstProblem(form: HTMLElement) {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

/** The server's message, or what to do if it sent none or was unreachable. */
export const failureReason = (error: unknown) =>
  error instanceof ApiError ? errorMessage(error, serverFailed) : noConnection

const serverFailed = 'Something went wrong on our side. Please try again in a moment.'
export const noConnection = 'Please check your internet connection and try again.'

export const showSaved = () =>
  toast({ title: 'Payment Method Updated', description: 'It is used from now on.', kind: 'success' })

export const showSavedUnpaid = (reason: string) =>
  toast({
    title: 'Payment Method Saved',
    description: `Saved, but the open payment was declined: ${reason}`,
    kind: 'caution',
  })

export const showNotSaved = (description: string) =>
  toast({ title: 'Payment Method Not Updated', description, kind: 'destructive' })
