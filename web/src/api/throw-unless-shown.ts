import { isUnauthorized } from './api-error.ts'

/**
 * `throwOnError` for a page that survives a failed refetch: the error reaches the crash screen only when there is no data
 * yet. The page itself handles 401 and errors that `expected` matches.
 */
export const throwUnlessShown =
  (...expected: ((error: Error) => boolean)[]) =>
  (error: Error, { state }: { state: { data: unknown } }): boolean =>
    state.data === undefined && !isUnauthorized(error) && !expected.some((is) => is(error))
