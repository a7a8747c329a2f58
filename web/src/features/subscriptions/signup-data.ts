import { applicant, type signupFormWithoutPhone } from '@touchline/contract/subscriptions.ts'
import { password } from '@touchline/contract/accounts.ts'
import * as z from 'zod/mini'
import { signupKey } from './signup-flow.ts'

export { clearSignup } from './signup-flow.ts'

const storedForm = z.object({
  ...applicant,
  password,
  termsAccepted: z.literal(true),
  paymentIntentId: z.optional(z.nullable(z.string())),
  subscriptionId: z.optional(z.nullable(z.string())),
})

/** What the signup pages share: the form, and the payment once it exists. */
export type SignupData = z.output<typeof storedForm>
type Form = z.output<typeof signupFormWithoutPhone>

/** Saves the form for this tab. Throws when the browser cannot store it. */
export function saveSignup(form: Form | SignupData) {
  sessionStorage.setItem(signupKey, JSON.stringify(storedForm.parse(form)))
}

export function savedSignup(): SignupData | null {
  try {
    const parsed = storedForm.safeParse(JSON.parse(sessionStorage.getItem(signupKey) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
