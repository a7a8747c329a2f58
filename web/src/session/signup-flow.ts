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

/** What stands in the form is kept in memory, so that reading the terms costs nobody what they typed. */
export const saveSignupDraft = (typed: SignupDraft) => {
  draft = typed
}

/** What stands in the form: what was typed, else what was kept when somebody went on to pay, as after a reload there. */
export function signupDraft(): SignupDraft {
  if (Object.keys(draft).length > 0) return draft
  try {
    return JSON.parse(sessionStorage.getItem(signupKey) ?? '{}')
  } catch {
    return draft
  }
}

/** Forgets the signup under way, with its password. */
export function clearSignup() {
  draft = {}
  try {
    sessionStorage.removeItem(signupKey)
  } catch {
    // Where nothing can be stored there is nothing to clear.
  }
}
