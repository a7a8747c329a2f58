import type { PageData } from '@touchline/contract/page-data.ts'
import type { Site } from '@touchline/contract/site.ts'
import { isGateOpen } from './features/gate/unlock.ts'
import { signupKey } from './features/subscriptions/signup-flow.ts'
import { isPaymentUnderWay } from './payments/payment-under-way.ts'
import { readStored } from './ui/browser-storage.ts'

/**
 * Whether the first render matches the server's HTML: a passed gate or a pending payment changes the page.
 */
export function mayHydrate({ rendered }: PageData, site: Site): boolean {
  if (!isGateOpen(site)) return rendered === 'gate'
  return (
    rendered === window.location.pathname && !isPaymentUnderWay() && readStored('session', signupKey) === null
  )
}
