import type { api } from '@touchline/contract/api.ts'
import { call } from '#api/call.ts'
import { endpointPath } from '#api/endpoint-path.ts'

type ManagementCalls = Pick<typeof api.subscriptions, 'billingPortal' | 'cancelPortal' | 'cancel' | 'resume'>

/** Like `subscriptionCalls`, apart from them so that the pages where people pay do not carry them. */
export const managementCalls: ManagementCalls = {
  cancel: endpointPath('POST', '/api/cancel-subscription'),
  resume: endpointPath('POST', '/api/resume-subscription'),
  billingPortal: endpointPath('POST', '/api/billing-portal'),
  cancelPortal: endpointPath('POST', '/api/cancel-subscription-portal'),
}

/** The provider's pages: one's payment method, everything about one's billing, or the cancellation. */
export type Portal = 'payment-method' | 'overview' | 'cancel'

/** A fresh address of a page of the provider; whoever has it can act there, so it goes nowhere else. */
export const openPortal = (portal: Portal) =>
  portal === 'cancel'
    ? call(managementCalls.cancelPortal)
    : call(managementCalls.billingPortal, { query: { page: portal } })

export const cancelSubscription = () => call(managementCalls.cancel)

export const resumeSubscription = () => call(managementCalls.resume)
