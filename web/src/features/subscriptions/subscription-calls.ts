import type { api } from '@touchline/contract/api.ts'

/*
 * The calls of this feature, written out; those of the settings alone are in management-requests.ts. The contract's own
 * objects would bring every schema and the validator into pages that are to be light and validate nothing; a test holds
 * these to the contract.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test beside compares them
export const written = (method: string, path: string) => ({ method, path }) as never

type Others =
  | 'checkAccess'
  | 'finishSignup'
  | 'webhook'
  | 'cancel'
  | 'resume'
  | 'billingPortal'
  | 'cancelPortal'
type SubscriptionCalls = Omit<typeof api.subscriptions, Others>

export const subscriptionCalls: SubscriptionCalls = {
  createIntent: written('POST', '/api/create-subscription-intent'),
  createUser: written('POST', '/api/create-user'),
  status: written('GET', '/api/subscription-status'),
  details: written('GET', '/api/subscription-details'),
  isResubscriber: written('GET', '/api/is-resubscriber'),
  create: written('POST', '/api/create-subscription'),
  createAgain: written('POST', '/api/create-resubscription'),
  validateCoupon: written('POST', '/api/validate-stripe-coupon'),
  startCardUpdate: written('POST', '/api/payment-method/setup'),
  finishCardUpdate: written('POST', '/api/payment-method/confirm'),
}
