import { ApiError, errorMessage } from '#api/api-error.ts'

export type SuccessStep =
  | { step: 'creating' }
  | { step: 'welcome' }
  | { step: 'processing'; message: string }
  | { step: 'waiting'; message: string }
  | { step: 'signIn'; message: string }
  | { step: 'unpaid'; message: string }
  | { step: 'unknown'; message: string }
  | { step: 'failed' }

type Answer =
  | { user: unknown }
  | { message: string; subscriptionState: 'payment_processing' }
  | { message: string; accountReady: true }

export function toSuccessStep(answer: Answer): SuccessStep {
  if ('user' in answer) return { step: 'welcome' }
  if ('accountReady' in answer) return { step: 'signIn', message: answer.message }
  return { step: 'processing', message: answer.message }
}

const waiting = (why: string): SuccessStep => ({
  step: 'waiting',
  message: `${why} Your payment is safe. We will keep trying; you do not have to do anything. You can close this page: we will email you when your membership starts.`,
})

/**
 * Returns the step after an error. Without `isKnownHere`, an unknown payment means that the person came back
 * in another browser.
 */
export function toErrorStep(error: unknown, isKnownHere: boolean): SuccessStep {
  if (!(error instanceof ApiError)) return waiting('We cannot reach the club right now.')
  const message = errorMessage(error, '')
  switch (error.status) {
    case 402:
      return { step: 'unpaid', message: message || 'This membership is not paid yet.' }
    case 404:
      return isKnownHere
        ? { step: 'failed' }
        : {
            step: 'unknown',
            message:
              'This browser does not know the signup that was paid for. That happens when a payment app opens another browser. If you paid, your account is ready or will be in a moment: sign in with the email and password you chose.',
          }
    case 409:
      return {
        step: 'signIn',
        message: message || 'An account with this email already exists. Please sign in.',
      }
    case 429:
    case 502:
    case 503:
    case 504:
      return waiting('The payment provider is not responding right now.')
    default:
      return { step: 'failed' }
  }
}

export const shouldPoll = ({ step }: SuccessStep) => step === 'processing' || step === 'waiting'

/** The delay before the next poll: 4 seconds, growing to a minute, since a payment may take hours. */
export const pollDelayMs = (attempts: number) => Math.min(4000 * 1.5 ** attempts, 60_000)
