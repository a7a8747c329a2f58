import { paths } from '#paths.ts'

const flow = new Set<string>([paths.signup, paths.payment, paths.paymentSuccess, paths.terms, paths.privacy])

/** Whether somebody on this page may still be signing up; anywhere else what they typed is forgotten. */
export const isInSignupFlow = (pathname: string) => flow.has(pathname)

/** Where a signup under way is kept in session storage. */
export const signupKey = 'signup'

/** Under which the data layer keeps whatever is asked for during a signup. */
export const signupQueries = ['signup'] as const

export type SignupDraft = Record<string, string | boolean | undefined>

let draft: SignupDraft = {}

/** What stands in the form, so that reading the terms costs nobody what they typed. In memory only. */
export const keepSignupDraft = (typed: SignupDraft) => {
  draft = typed
}

export const signupDraft = () => draft

/** Forgets the signup under way, with its password. */
export function clearSignup() {
  draft = {}
  try {
    sessionStorage.removeItem(signupKey)
  } catch {
    // Where nothing can be stored there is nothing to clear.
  }
}
