import type { api } from '@touchline/contract/api.ts'
import { written } from '#api/written.ts'
import { statusCall } from '#session/membership-status.ts'

/* The calls of this feature, written out; those of the settings alone are in management-requests.ts. */

type Others =
  | 'checkAccess'
  | 'finishSignup'
  | 'finishSignupLink'
  | 'webhook'
  | 'cancel'
  | 'resume'
  | 'billingPortal'
  | 'cancelPortal'
  | 'promoCodeUses'
type SubscriptionCalls = Omit<typeof api.subscriptions, Others>

export const subscriptionCalls: SubscriptionCalls = {
  checkSignup: written('POST', '/api/check-signup'),
  createIntent: written('POST', '/api/create-subscription-intent'),
  createUser: written('POST', '/api/create-user'),
  status: statusCall,
  details: written('GET', '/api/subscription-details'),
  isResubscriber: written('GET', '/api/is-resubscriber'),
  create: written('POST', '/api/create-subscription'),
  createAgain: written('POST', '/api/create-resubscription'),
  validateCoupon: written('POST', '/api/validate-stripe-coupon'),
  startCardUpdate: written('POST', '/api/payment-method/setup'),
  finishCardUpdate: written('POST', '/api/payment-method/confirm'),
}
