import { applicant, type signupFormWithoutPhone } from '@touchline/contract/subscriptions.ts'
import { password } from '@touchline/contract/accounts.ts'
import * as z from 'zod/mini'
import { signupKey } from './signup-flow.ts'

export { clearSignup } from './signup-flow.ts'

const kept = z.object({
  ...applicant,
  password,
  termsAccepted: z.literal(true),
  paymentIntentId: z.optional(z.nullable(z.string())),
  subscriptionId: z.optional(z.nullable(z.string())),
})

/** What the pages of a signup share: the form without the second password, and the payment once there is one. */
export type SignupData = z.output<typeof kept>
type Form = z.output<typeof signupFormWithoutPhone>

/** Keeps the form for this tab. Throws when the browser refuses to store it. */
export function saveSignup(form: Form | SignupData) {
  sessionStorage.setItem(signupKey, JSON.stringify(kept.parse(form)))
}

/** The signup under way in this tab, or null when there is none (or nothing that can be used). */
export function savedSignup(): SignupData | null {
  try {
    const parsed = kept.safeParse(JSON.parse(sessionStorage.getItem(signupKey) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
