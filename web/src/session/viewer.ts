import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { User } from '@touchline/contract/people.ts'
import { isSuspended, ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'
import { sessionSettled } from './new-session.ts'

/** Who is asking: nobody, somebody whose account is suspended, or a person. */
export type Session = { state: 'signedOut' } | { state: 'blocked' } | { state: 'signedIn'; viewer: User }

/**
 * Whether the server said with this page that no session came with the request, once: the first time somebody asks.
 * Pages from the browser's cache have nothing to say.
 */
function isNewVisitor() {
  const mark = document.querySelector('meta[name="visitor"]')
  if (!mark) return false
  mark.remove()
  const [opening] = performance.getEntriesByType('navigation')
  return opening instanceof PerformanceNavigationTiming && opening.transferSize > 0
}

async function whoIsAsking(signal: AbortSignal): Promise<Session> {
  await sessionSettled()
  // Asking would only be answered with a 401, which browsers log as an error.
  if (isNewVisitor()) return { state: 'signedOut' }
  try {
    const viewer = await call(firstCalls.signedInUser, { signal })
    return viewer.isBlocked ? { state: 'blocked' } : { state: 'signedIn', viewer }
  } catch (error) {
    if (isSuspended(error)) return { state: 'blocked' }
    if (error instanceof ApiError && error.status === 401) return { state: 'signedOut' }
    throw error
  }
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => whoIsAsking(signal),
})

/** The signed-in person, or null. Refetch `sessionQuery` after anything that changes them. */
export function useViewer() {
  const { data } = useSuspenseQuery(sessionQuery)
  return data.state === 'signedIn' ? data.viewer : null
}

/** The signed-in person, on pages that only signed-in people reach. */
export function useSignedInViewer() {
  const viewer = useViewer()
  if (!viewer) throw new Error('This page is for signed-in people only')
  return viewer
}
