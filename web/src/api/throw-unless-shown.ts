import { isUnauthorized } from './api-error.ts'

/**
 * `throwOnError` of a query whose page outlives a failed reading: the failure reaches the crash screen only while there
 * is nothing to show yet. That nobody is signed in any more, and what `expected` recognizes, the page itself answers.
 */
export const throwUnlessShown =
  (...expected: ((error: Error) => boolean)[]) =>
  (error: Error, { state }: { state: { data: unknown } }): boolean =>
    state.data === undefined && !isUnauthorized(error) && !expected.some((is) => is(error))
