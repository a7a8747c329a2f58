import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { isSuspended } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import type { SignupData } from '#session/signup-data.ts'
import { signupQueries } from '#session/signup-flow.ts'
import { shouldPoll, pollDelayMs, toSuccessStep, toErrorStep, type SuccessStep } from './signup-outcome.ts'
import { subscriptionCalls } from './subscription-calls.ts'

/** The signup under way in this tab; the validator that reads it comes with the question. */
export const savedSignupQuery = queryOptions({
  queryKey: [...signupQueries, 'kept'],
  queryFn: async () => (await import('#session/signup-data.ts')).savedSignup(),
  gcTime: 0,
  staleTime: 0,
})

/** Keeps what is known of the payment with the signup; where nothing can be stored the signup cookie knows it too. */
export async function savePayment(client: QueryClient, signup: SignupData) {
  // The next page finds the signup in the cache before it can read it anew.
  client.setQueryData(savedSignupQuery.queryKey, signup)
  try {
    const { saveSignup } = await import('#session/signup-data.ts')
    saveSignup(signup)
  } catch {
    // See above.
  }
}

/** Prepares the first payment of a signup; asked again by every visit: the server knows what is paid by now. */
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
          // The form was sent with its box ticked: without that there is no signup to pay for.
          termsAccepted: true,
        },
        signal,
      }),
    gcTime: 0,
    throwOnError: false,
  })

/** What a browser that comes back from paying knows of it; the server looks for itself. */
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

/** Finishes a signup, asking again by itself while the payment is on its way or the provider is not there. */
export const accountQuery = (claim: Claim) =>
  queryOptions({
    queryKey: [...signupQueries, 'account'],
    queryFn: () => claimAccount(claim),
    refetchInterval: ({ state }) =>
      state.data && shouldPoll(state.data) ? pollDelayMs(state.dataUpdateCount) : false,
    refetchIntervalInBackground: true,
    // Every answer is news: a second failure says so again.
    structuralSharing: false,
    gcTime: 0,
    throwOnError: false,
  })
