import { useQueryClient } from '@tanstack/react-query'
import { isUnauthorized } from '#api/api-error.ts'
import { type Session, sessionQuery } from './viewer.ts'

/**
 * Handles a failed action. When the session has expired, the surrounding page leads to the sign-in and this returns true;
 * other failures are left to the caller.
 */
export function useExpiredSession() {
  const client = useQueryClient()
  return (error: unknown) => {
    if (!isUnauthorized(error)) return false
    client.setQueryData<Session>(sessionQuery.queryKey, { state: 'signedOut' })
    return true
  }
}
