import type { QueryClient } from '@tanstack/react-query'
import { isSubscriptionRequired, isSuspended, isUnauthorized } from '#api/api-error.ts'
import { isSessionChanging } from './new-session.ts'
import { type Session, sessionQuery } from './viewer.ts'

/**
 * Updates the cached viewer when a failed call shows that they are suspended, signed out or without access.
 */
export function recordAccessRefusal(client: QueryClient, error: Error): void {
  const session = client.getQueryData<Session>(sessionQuery.queryKey)
  if (isSuspended(error)) client.setQueryData<Session>(sessionQuery.queryKey, { state: 'blocked' })
  if (session?.state !== 'signedIn' || isSessionChanging()) return
  if (isUnauthorized(error)) client.setQueryData<Session>(sessionQuery.queryKey, { state: 'signedOut' })
  else if (isSubscriptionRequired(error) && session.viewer.hasAccess)
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
}
