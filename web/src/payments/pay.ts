import { toOutcome, type SettledOutcome, unexpectedError } from './payment-outcome.ts'
import type { Confirmation, PaymentProvider } from './open-provider.ts'

type Steps = Confirmation & {
  provider: PaymentProvider
  onAuthentication: (method: Confirmation['method']['type']) => void
}

/** Confirms a payment or a setup, with authentication if required. Never throws. */
export async function pay({ provider, onAuthentication, ...confirmation }: Steps): Promise<SettledOutcome> {
  try {
    const isSetup = confirmation.clientSecret.startsWith('seti_')
    const confirmed = isSetup
      ? await provider.confirmSetup(confirmation)
      : await provider.confirmPayment(confirmation)
    const first = toOutcome(confirmed)
    if (first.outcome !== 'authenticate') return first
    onAuthentication(confirmation.method.type)
    const last = toOutcome(await provider.handleNextAction(confirmation.clientSecret))
    return last.outcome === 'authenticate' ? unexpectedError : last
  } catch {
    return unexpectedError
  }
}
