import { useQueryClient } from '@tanstack/react-query'
import { isUnauthorized } from '#api/api-error.ts'
import { type Session, sessionQuery } from './viewer.ts'

/**
 * For failures of what somebody just did: when the session is over, the page around says so and leads to the
 * sign-in, and the answer is true; any other failure is the caller's to tell.
 */
export function useExpiredSession() {
  const client = useQueryClient()
  return (error: unknown) => {
    if (!isUnauthorized(error)) return false
    client.setQueryData<Session>(sessionQuery.queryKey, { state: 'signedOut' })
    return true
  }
}
