import type { PageData } from '@touchline/contract/page-data.ts'
import type { Site } from '@touchline/contract/site.ts'
import { isGateOpen } from './features/gate/unlock.ts'
import { signupKey } from './features/subscriptions/signup-flow.ts'
import { isPaymentUnderWay } from './payments/payment-under-way.ts'
import { readStored } from './ui/browser-storage.ts'

/**
 * Whether the first render here gives the HTML that the server has sent. What only this browser knows (a passed gate, a
 * started signup, a pending payment) makes another page, which replaces the HTML.
 */
export function mayHydrate({ rendered }: PageData, site: Site): boolean {
  if (!isGateOpen(site)) return rendered === 'gate'
  return (
    rendered === window.location.pathname && !isPaymentUnderWay() && readStored('session', signupKey) === null
  )
}
