import type { api } from '@touchline/contract/api.ts'
import { call } from '#api/call.ts'
import { endpointPath } from '#api/endpoint-path.ts'

type ManagementCalls = Pick<typeof api.subscriptions, 'billingPortal' | 'cancelPortal' | 'cancel' | 'resume'>

/** Like `subscriptionCalls`, but apart, so that the payment pages do not load them. */
export const managementCalls: ManagementCalls = {
  cancel: endpointPath('POST', '/api/cancel-subscription'),
  resume: endpointPath('POST', '/api/resume-subscription'),
  billingPortal: endpointPath('POST', '/api/billing-portal'),
  cancelPortal: endpointPath('POST', '/api/cancel-subscription-portal'),
}

/** The pages of the Stripe portal: the payment method, the overview, or the cancellation. */
export type Portal = 'payment-method' | 'overview' | 'cancel'

/** Creates a URL of the Stripe portal. Anyone who has it can act there, so it is not stored. */
export const openPortal = (portal: Portal) =>
  portal === 'cancel'
    ? call(managementCalls.cancelPortal)
    : call(managementCalls.billingPortal, { query: { page: portal } })

export const cancelSubscription = () => call(managementCalls.cancel)

export const resumeSubscription = () => call(managementCalls.resume)
