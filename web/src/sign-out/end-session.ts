import type { QueryClient } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'
import { clearLocalWork, hasUnsavedPostForm } from '#drafting/clear-local-work.ts'
import { deleteUnsentComments } from '#drafting/saved-texts.ts'
import { savedOwner } from '#offline/owner.ts'
import { paths } from '#paths.ts'
import { type Session, sessionQuery } from '#session/viewer.ts'
import { signedInPersonId } from './sign-out.ts'

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
    return hasUnsavedPostForm() ? (await import('#drafting/save-local-drafts.ts')).countLocalDrafts() : 0
  if (session?.state !== 'signedIn' || session.viewer.role !== 'creator') return 0
  return (await import('#drafting/save-local-drafts.ts')).saveLocalDrafts(session.viewer.id)
}

/** Ends the session. Returns the number of drafts that would be lost instead, unless that was confirmed. */
export async function endSession(client: QueryClient, loses: 'drafts' | void): Promise<number> {
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
}
