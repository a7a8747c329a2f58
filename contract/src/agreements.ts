import * as z from 'zod/mini'

/** What joining is agreed to with: a box that was ticked, never a default. */
export const termsAccepted = z.literal(true, {
  error: 'You must agree to the Terms of Service to continue',
})
