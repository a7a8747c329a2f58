import { signupForm } from '@touchline/contract/subscriptions.ts'
import type * as z from 'zod/mini'
import { fieldProblems } from '#api/field-problems.ts'

export { keepSignup } from '#session/signup-data.ts'

type Checked = { filled: z.output<typeof signupForm> } | { problems: Record<string, string> }

/** Checks the signup form with the contract's own schema. */
export function checkSignup(values: unknown): Checked {
  const checked = signupForm.safeParse(values)
  return checked.success ? { filled: checked.data } : { problems: fieldProblems(signupForm, values) ?? {} }
}
