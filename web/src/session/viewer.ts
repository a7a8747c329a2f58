import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { User } from '@touchline/contract/people.ts'
import { isSuspended, ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'
import { sessionSettled } from './new-session.ts'

export type Session = { state: 'signedOut' } | { state: 'blocked' } | { state: 'signedIn'; viewer: User }

async function whoIsAsking(signal: AbortSignal): Promise<Session> {
  await sessionSettled()
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

export function useViewer() {
  const { data } = useSuspenseQuery(sessionQuery)
  return data.state === 'signedIn' ? data.viewer : null
}

export function useSignedInViewer() {
  const viewer = useViewer()
  if (!viewer) throw new Error('This page is for signed-in people only')
  return viewer
}
