import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import type { SignupData } from './signup-data.ts'
import { signupQueries } from './signup-flow.ts'
import { subscriptionCalls } from './subscription-calls.ts'

/** The signup in this tab; the validator that parses it loads with the query. */
export const savedSignupQuery = queryOptions({
  queryKey: [...signupQueries, 'saved'],
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
    // The cache and the signup cookie have it.
  }
}

/** The first page of this visit, as the browser itself remembers it: nothing is stored for this. */
const cameFrom = () => ({
  url: (performance.getEntriesByType('navigation')[0]?.name ?? '').slice(0, 2000),
  referrer: document.referrer.slice(0, 2000),
})

type Code = {
  couponCode?: string | undefined
  setupIntentId?: string | undefined
  signal?: AbortSignal
}

/** Prepares the first payment of a signup, with a promo code and the card saved for it if there are any. */
export const prepareSignup = (
  { email, firstName, lastName, phoneNumber, password }: SignupData,
  { couponCode, setupIntentId, signal }: Code = {},
) =>
  call(subscriptionCalls.createIntent, {
    body: {
      email,
      firstName,
      lastName,
      phoneNumber,
      password,
      couponCode: couponCode ?? null,
      setupIntentId: setupIntentId ?? null,
      // The form requires the box, so the terms were accepted.
      termsAccepted: true,
      cameFrom: cameFrom(),
    },
    ...(signal ? { signal } : {}),
  })

/** Prepares the payment without a code; every visit repeats it, since the server knows what is paid by then. */
export const signupIntentQuery = (signup: SignupData) =>
  queryOptions({
    queryKey: [...signupQueries, 'intent', signup.email],
    queryFn: ({ signal }) => prepareSignup(signup, { signal }),
    gcTime: 0,
    throwOnError: false,
  })
