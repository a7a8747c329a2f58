import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#session/viewer.ts'
import { toast } from '#ui/toast-store.ts'
import { signOutKey } from './is-signing-out.ts'

/** Returns the id of the signed-in person, or null when unknown, as for a suspended account. */
export function signedInPersonId(client: QueryClient): string | null {
  const session = client.getQueryData(sessionQuery.queryKey)
  return session?.state === 'signedIn' ? session.viewer.id : null
}

export const showSignOutFailed = () =>
  toast({ title: 'Logout Error', description: 'Failed to log out', kind: 'destructive' })

/** Ends the session. The result is the number of drafts that would be lost instead, unless that was confirmed. */
export function useSignOut() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: async (loses: 'drafts' | void) =>
      (await import('./end-session.ts')).endSession(client, loses),
    onError: showSignOutFailed,
  })
}
