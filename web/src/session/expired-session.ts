import { useQueryClient } from '@tanstack/react-query'
import { isUnauthorized } from '#api/api-error.ts'
import { type Session, sessionQuery } from './viewer.ts'

/**
 * Returns a handler that leads from an expired session to the sign-in, and returns false for other errors.
 */
export function useExpiredSession() {
  const client = useQueryClient()
  return (error: unknown) => {
    if (!isUnauthorized(error)) return false
    client.setQueryData<Session>(sessionQuery.queryKey, { state: 'signedOut' })
    return true
  }
}
