import { paths } from '#paths.ts'

const flow = new Set<string>([paths.signup, paths.payment, paths.paymentSuccess, paths.terms, paths.privacy])

/** Whether a path belongs to the signup; on other pages the form data is deleted. */
export const isInSignupFlow = (pathname: string) => flow.has(pathname)

export const signupKey = 'signup'

export const signupQueries = ['signup'] as const

export type SignupDraft = Record<string, string | boolean | undefined>

let draft: SignupDraft = {}

/** Keeps the form in memory, so that it survives a visit to the terms. */
export const saveSignupDraft = (typed: SignupDraft) => {
  draft = typed
}

/** Returns the current form values, else the ones saved on the way to payment. */
export function signupDraft(): SignupDraft {
  if (Object.keys(draft).length > 0) return draft
  try {
    return JSON.parse(sessionStorage.getItem(signupKey) ?? '{}')
  } catch {
    return draft
  }
}

let failure: string | null = null

/** Keeps why the payment could not be prepared, to show it on the form. */
export const saveSignupFailure = (reason: string | null) => {
  failure = reason
}

export const signupFailure = () => failure

/** Deletes the signup in progress with its password. */
export function clearSignup() {
  draft = {}
  failure = null
  try {
    sessionStorage.removeItem(signupKey)
  } catch {
    // Without storage there is nothing to clear.
  }
}
