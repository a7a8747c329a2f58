import { queryOptions } from '@tanstack/react-query'
import { isSuspended } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { signupQueries } from './signup-flow.ts'
import { shouldPoll, pollDelayMs, toSuccessStep, toErrorStep, type SuccessStep } from './signup-outcome.ts'
import { subscriptionCalls } from './subscription-calls.ts'

/** What a browser knows after paying; the server verifies it. */
export type Claim = {
  subscriptionId?: string | null | undefined
  paymentIntentId?: string | null | undefined
  email?: string
  password?: string
}

async function claimAccount(body: Claim): Promise<SuccessStep> {
  try {
    return toSuccessStep(await call(subscriptionCalls.createUser, { body }))
  } catch (error) {
    if (isSuspended(error)) throw error
    return toErrorStep(error, body.email !== undefined)
  }
}

/** Finishes a signup and polls while the payment is pending or Stripe is unavailable. */
export const accountQuery = (claim: Claim) =>
  queryOptions({
    queryKey: [...signupQueries, 'account'],
    queryFn: () => claimAccount(claim),
    refetchInterval: ({ state }) =>
      state.data && shouldPoll(state.data) ? pollDelayMs(state.dataUpdateCount) : false,
    refetchIntervalInBackground: true,
    // Every response counts as new: a second failure shows its message again.
    structuralSharing: false,
    gcTime: 0,
    throwOnError: false,
  })
