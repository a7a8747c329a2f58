import type { api } from '@touchline/contract/api.ts'
import { endpointPath } from '#api/endpoint-path.ts'
import { statusCall } from '#people/membership-status.ts'

/* The calls of this feature without their schemas; those of the settings alone are in management-requests.ts. */

type Others =
  | 'checkAccess'
  | 'finishSignup'
  | 'finishSignupLink'
  | 'webhook'
  | 'cancel'
  | 'resume'
  | 'billingPortal'
  | 'cancelPortal'
  | 'memberCount'
type SubscriptionCalls = Omit<typeof api.subscriptions, Others>

export const subscriptionCalls: SubscriptionCalls = {
  checkSignup: endpointPath('POST', '/api/check-signup'),
  createIntent: endpointPath('POST', '/api/create-subscription-intent'),
  createUser: endpointPath('POST', '/api/create-user'),
  status: statusCall,
  details: endpointPath('GET', '/api/subscription-details'),
  isResubscriber: endpointPath('GET', '/api/is-resubscriber'),
  create: endpointPath('POST', '/api/create-subscription'),
  createAgain: endpointPath('POST', '/api/create-resubscription'),
  validateCoupon: endpointPath('POST', '/api/validate-stripe-coupon'),
  startCardUpdate: endpointPath('POST', '/api/payment-method/setup'),
  finishCardUpdate: endpointPath('POST', '/api/payment-method/confirm'),
}
