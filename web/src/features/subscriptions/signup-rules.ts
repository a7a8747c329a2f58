import { signupForm, signupFormWithoutPhone } from '@touchline/contract/subscriptions.ts'
import type * as z from 'zod/mini'
import { fieldProblems } from '#api/field-problems.ts'

export { saveSignup } from './signup-data.ts'

type Checked =
  | { filled: z.output<typeof signupForm> | z.output<typeof signupFormWithoutPhone> }
  | { problems: Record<string, string> }

export function checkSignup(values: object, asksPhone: boolean): Checked {
  const form = asksPhone ? signupForm : signupFormWithoutPhone
  const asked = asksPhone ? values : { ...values, phoneNumber: undefined }
  const checked = form.safeParse(asked)
  return checked.success ? { filled: checked.data } : { problems: fieldProblems(form, asked) ?? {} }
}
