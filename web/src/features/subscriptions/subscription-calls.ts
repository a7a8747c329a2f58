import type { api } from '@touchline/contract/api.ts'

/*
 * The calls of this feature, written out. The contract's own objects would bring every schema and the validator
 * into pages that are to be light and validate nothing; a test holds these to the contract.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test beside compares them
const written = (method: string, path: string) => ({ method, path }) as never

type SubscriptionCalls = Omit<typeof api.subscriptions, 'checkAccess' | 'finishSignup' | 'webhook'>

export const subscriptionCalls: SubscriptionCalls = {
  createIntent: written('POST', '/api/create-subscription-intent'),
  createUser: written('POST', '/api/create-user'),
  status: written('GET', '/api/subscription-status'),
  details: written('GET', '/api/subscription-details'),
  isResubscriber: written('GET', '/api/is-resubscriber'),
  create: written('POST', '/api/create-subscription'),
  createAgain: written('POST', '/api/create-resubscription'),
  cancel: written('POST', '/api/cancel-subscription'),
  resume: written('POST', '/api/resume-subscription'),
  validateCoupon: written('POST', '/api/validate-stripe-coupon'),
  startCardUpdate: written('POST', '/api/payment-method/setup'),
  finishCardUpdate: written('POST', '/api/payment-method/confirm'),
}
