import { isUnauthorized } from './api-error.ts'

/** `throwOnError` for a page that outlives a failed refetch; it handles 401 and `expected` errors itself. */
export const throwUnlessShown =
  (...expected: ((error: Error) => boolean)[]) =>
  (error: Error, { state }: { state: { data: unknown } }): boolean =>
    state.data === undefined && !isUnauthorized(error) && !expected.some((is) => is(error))
