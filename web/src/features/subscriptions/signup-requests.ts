import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { isSuspended } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import type { SignupData } from './signup-data.ts'
import { signupQueries } from './signup-flow.ts'
import { shouldPoll, pollDelayMs, toSuccessStep, toErrorStep, type SuccessStep } from './signup-outcome.ts'
import { subscriptionCalls } from './subscription-calls.ts'

/** The signup in this tab; the validator that parses it loads with the query. */
export const savedSignupQuery = queryOptions({
  queryKey: [...signupQueries, 'kept'],
  queryFn: async () => (await import('./signup-data.ts')).savedSignup(),
  gcTime: 0,
  staleTime: 0,
})

/** Saves the payment with the signup; without storage the signup cookie identifies it too. */
export async function savePayment(client: QueryClient, signup: SignupData) {
  // The next page finds the signup in the cache before it can read it from storage.
  client.setQueryData(savedSignupQuery.queryKey, signup)
  try {
    const { saveSignup } = await import('./signup-data.ts')
    saveSignup(signup)
  } catch {
    // See above.
  }
}

/** Prepares the first payment of a signup; every visit repeats it, since the server knows what is paid by then. */
export const signupIntentQuery = ({ email, firstName, lastName, phoneNumber, password }: SignupData) =>
  queryOptions({
    queryKey: [...signupQueries, 'intent', email],
    queryFn: ({ signal }) =>
      call(subscriptionCalls.createIntent, {
        body: {
          email,
          firstName,
          lastName,
          phoneNumber,
          password,
          couponCode: null,
          // The form requires the box, so the terms were accepted.
          termsAccepted: true,
        },
        signal,
      }),
    gcTime: 0,
    throwOnError: false,
  })

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
