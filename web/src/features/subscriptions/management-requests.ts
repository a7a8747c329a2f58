import type { api } from '@touchline/contract/api.ts'
import { call } from '#api/call.ts'
import { endpointPath } from '#api/endpoint-path.ts'

type ManagementCalls = Pick<typeof api.subscriptions, 'billingPortal' | 'cancelPortal' | 'cancel' | 'resume'>

/** Apart from `subscriptionCalls`, which the payment pages load. */
export const managementCalls: ManagementCalls = {
  cancel: endpointPath('POST', '/api/cancel-subscription'),
  resume: endpointPath('POST', '/api/resume-subscription'),
  billingPortal: endpointPath('POST', '/api/billing-portal'),
  cancelPortal: endpointPath('POST', '/api/cancel-subscription-portal'),
}

export type Portal = 'payment-method' | 'overview' | 'cancel'

/** Creates a URL of the Stripe portal. Anyone who has it can act there, so it is not stored. */
export const openPortal = (portal: Portal) =>
  portal === 'cancel'
    ? call(managementCalls.cancelPortal)
    : call(managementCalls.billingPortal, { query: { page: portal } })

export const cancelSubscription = () => call(managementCalls.cancel)

export const resumeSubscription = () => call(managementCalls.resume)
