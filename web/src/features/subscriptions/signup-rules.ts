import { zodResolver } from '@hookform/resolvers/zod'
import { signupForm } from '@touchline/contract/subscriptions.ts'

export { keepSignup } from '#session/signup-data.ts'

/** The contract's own rules for the signup form, as the form library wants them. */
export const checkSignup = zodResolver(signupForm)
