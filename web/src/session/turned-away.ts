import type { QueryClient } from '@tanstack/react-query'
import { isSubscriptionRequired, isSuspended, isUnauthorized } from '#api/api-error.ts'
import { type Session, sessionQuery } from './viewer.ts'

/**
 * What a failed call says about the viewer is taken over at once, whatever was called: suspended, signed out, or
 * without access. The pages around follow.
 */
export function noteTurnedAway(client: QueryClient, error: Error): void {
  const session = client.getQueryData<Session>(sessionQuery.queryKey)
  if (isSuspended(error)) client.setQueryData<Session>(sessionQuery.queryKey, { state: 'blocked' })
  if (session?.state !== 'signedIn') return
  if (isUnauthorized(error)) client.setQueryData<Session>(sessionQuery.queryKey, { state: 'signedOut' })
  else if (isSubscriptionRequired(error) && session.viewer.hasAccess)
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
}
