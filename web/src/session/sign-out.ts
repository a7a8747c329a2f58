import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'
import { savedOwner } from '#offline/owner.ts'
import { paths } from '#paths.ts'
import { clearLocalWork, hasUnsavedPostForm } from './clear-local-work.ts'
import { signOutKey } from './is-signing-out.ts'
import { deleteUnsentComments } from './saved-texts.ts'
import { type Session, sessionQuery } from './viewer.ts'
import { toast } from '#ui/toast-store.ts'

/** Who is signed in as far as this page knows; of somebody whose account is suspended it knows nothing. */
export function signedInPersonId(client: QueryClient): string | null {
  const session = client.getQueryData(sessionQuery.queryKey)
  return session?.state === 'signedIn' ? session.viewer.id : null
}

export const showSignOutFailed = () =>
  toast({ title: 'Logout Error', description: 'Failed to log out', kind: 'destructive' })

/** What the browser keeps of this page for the way back is empty, and is loaded anew when somebody goes there. */
function leaveNothingBehind() {
  window.addEventListener('pagehide', () => document.body.replaceChildren())
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload()
  })
}

/** How many drafts would be lost with this browser's session: those the server does not have, and does not take now. */
async function unsavedDrafts(session: Session | undefined): Promise<number> {
  // From somebody who is suspended it takes none.
  if (session?.state === 'blocked')
    return hasUnsavedPostForm() ? (await import('./save-desk.ts')).countLocalDrafts() : 0
  if (session?.state !== 'signedIn' || session.viewer.role !== 'creator') return 0
  return (await import('./save-desk.ts')).saveDesk(session.viewer.id)
}

/**
 * Ends the session on the server, then loads the front page anew so that nothing of it stays in memory. Where drafts
 * would be lost it answers how many, and does nothing else unless that is what is asked for.
 */
export function useSignOut() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: async (loses: 'drafts' | void) => {
      const session = client.getQueryData(sessionQuery.queryKey)
      // Asked now: once the session is over the page may have heard of it.
      const personId = signedInPersonId(client)
      const unsaved = await unsavedDrafts(session)
      if (unsaved > 0 && loses !== 'drafts') return unsaved
      await call(firstCalls.logout)
      // Their files and texts do not stay behind in a browser somebody else may use next.
      deleteUnsentComments(personId)
      clearLocalWork()
      if (savedOwner() !== null) await (await import('#offline/maintain-saved.ts')).dropSaved(null)
      await (await import('./saved-uploads.ts')).deleteAllUploads()
      leaveNothingBehind()
      window.location.assign(paths.home)
      // Under way until this page is gone.
      return new Promise<never>(() => {})
    },
    onError: showSignOutFailed,
  })
}
