import * as z from 'zod/mini'

/** Acceptance of the terms: an explicitly ticked box, never a default. */
export const termsAccepted = z.literal(true, {
  error: 'You must agree to the Terms of Service to continue',
})
