import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'
import { savedOwner } from '#offline/owner.ts'
import { paths } from '#paths.ts'
import { clearLocalWork, hasUnsavedPostForm } from '#drafting/clear-local-work.ts'
import { signOutKey } from './is-signing-out.ts'
import { deleteUnsentComments } from '#drafting/saved-texts.ts'
import { type Session, sessionQuery } from '#session/viewer.ts'
import { toast } from '#ui/toast-store.ts'

/** Returns the id of the signed-in person, or null when unknown, as for a suspended account. */
export function signedInPersonId(client: QueryClient): string | null {
  const session = client.getQueryData(sessionQuery.queryKey)
  return session?.state === 'signedIn' ? session.viewer.id : null
}

export const showSignOutFailed = () =>
  toast({ title: 'Logout Error', description: 'Failed to log out', kind: 'destructive' })

/** Empties the page for the back/forward cache and reloads it when someone navigates back. */
function leaveNothingBehind() {
  window.addEventListener('pagehide', () => document.body.replaceChildren())
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload()
  })
}

/** Counts the drafts that signing out would lose because the server does not accept them. */
async function unsavedDrafts(session: Session | undefined): Promise<number> {
  // The server accepts no drafts from a suspended person.
  if (session?.state === 'blocked')
    return hasUnsavedPostForm() ? (await import('#drafting/save-desk.ts')).countLocalDrafts() : 0
  if (session?.state !== 'signedIn' || session.viewer.role !== 'creator') return 0
  return (await import('#drafting/save-desk.ts')).saveDesk(session.viewer.id)
}

/** Ends the session. Returns the number of drafts that would be lost instead, unless that was confirmed. */
export function useSignOut() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: async (loses: 'drafts' | void) => {
      const session = client.getQueryData(sessionQuery.queryKey)
      // Read this now: once the session has ended, the page may have cleared it.
      const personId = signedInPersonId(client)
      const unsaved = await unsavedDrafts(session)
      if (unsaved > 0 && loses !== 'drafts') return unsaved
      await call(firstCalls.logout)
      // Another person may use this browser next.
      deleteUnsentComments(personId)
      clearLocalWork()
      if (savedOwner() !== null) await (await import('#offline/maintain-saved.ts')).dropSaved(null)
      await (await import('#drafting/saved-uploads.ts')).deleteAllUploads()
      leaveNothingBehind()
      window.location.assign(paths.home)
      return new Promise<never>(() => {})
    },
    onError: showSignOutFailed,
  })
}
