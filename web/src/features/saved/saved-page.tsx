import { notFound } from '#router/router-provider.tsx'
import { useQuery } from '@tanstack/react-query'
import { leaseDays } from '@touchline/contract/saved.ts'
import { Link } from '#router/link.tsx'
import { canSave } from '#offline/can-save.ts'
import { clearRemoved, removedNoteOf } from '#offline/owner-records.ts'
import { fileSize } from '#ui/file-size.ts'
import { useSavedPosts } from '#offline/use-saved.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSite } from '#site/site.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { DialogButton, lazyDialog } from '#ui/dialog-button.tsx'
import { localDay } from '#ui/dates.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Page } from '#ui/page.tsx'
import { SavedLine } from './saved-line.tsx'
import type { Reason } from '#offline/database.ts'
import { useSyncExternalStore } from 'react'
import { installOffer, isInstalled } from '#offline/install-offer.ts'

const isApplePhone = () => /iPhone|iPad|iPod/.test(navigator.userAgent)

function InstallSection() {
  const { name } = useSite()
  const offer = useSyncExternalStore(installOffer.subscribe, installOffer.now)
  if (isInstalled() || (!offer && !isApplePhone())) return null
  return (
    <section aria-labelledby="install" className="mt-12 border-t border-line pt-6">
      <h2 id="install" className="text-xl">
        {name} as an app
      </h2>
      <p className="measure mt-2 text-muted">
        {offer
          ? 'With an icon of its own, in a window of its own.'
          : 'Press Share below, then “Add to Home Screen”: it opens with an icon of its own, in a window of its own.'}
      </p>
      {offer ? (
        <Button kind="outline" className="mt-4" onClick={() => void installOffer.accept()}>
          Install the app
        </Button>
      ) : null}
    </section>
  )
}

const why: Record<Reason, string> = {
  'lease ended': 'this browser had not been online here for too long.',
  'not lent on': 'the posts are no longer there, or you signed in to this browser again.',
  'signed out': 'you were signed out of this browser.',
  'access lost': 'your access had ended.',
  unreadable: 'they could no longer be opened.',
}

const goneText = ({ reason, count }: { reason: Reason; count: number }) =>
  `${count === 1 ? '1 saved post was' : `${count} saved posts were`} deleted, because ${why[reason]}`

/** Says why copies were deleted automatically, until it is dismissed. */
function RemovedNotice({ personId }: { personId: string }) {
  const query = useQuery({
    queryKey: ['saved', personId, 'gone'],
    queryFn: async () => (await removedNoteOf(personId)) ?? null,
    throwOnError: false,
  })
  if (!query.data) return null
  const dismiss = async () => {
    await clearRemoved(personId)
    await query.refetch()
  }
  return (
    <section aria-label="Deleted copies" className="surface border-caution! mb-6 p-4">
      <output className="block">{goneText(query.data)}</output>
      <Button kind="quiet" className="mt-1 -ml-5" onClick={() => void dismiss()}>
        Understood
      </Button>
    </section>
  )
}

const removeAll = lazyDialog(async () => (await import('./remove-all-dialog.tsx')).RemoveAllDialog)

function NothingSaved() {
  return (
    <EmptyState
      title="Play on: nothing saved yet"
      action={
        <Button asChild>
          <Link to={paths.content}>See all posts</Link>
        </Button>
      }
    >
      Press the arrow under a post, and you can read it here without a connection.
    </EmptyState>
  )
}

export function SavedPage() {
  usePageTitle('Saved Posts')
  const { features } = useSite()
  if (!features.offline) throw notFound()
  const { id: personId } = useSignedInViewer()
  const query = useSavedPosts(personId)
  const posts = query.data ?? []
  const bytes = posts.reduce((sum, one) => sum + one.bytes, 0)
  const isTimeUnknown = posts.some(({ standing }) => standing === 'clock set back')
  const endsFirst = Math.min(...posts.map(({ until }) => until))
  return (
    <Page
      title="Saved Posts"
      actions={
        posts.length > 0 ? (
          <DialogButton
            kind="outline"
            dialog={removeAll}
            given={{ postIds: posts.map(({ post }) => post.id) }}
          >
            Remove all
          </DialogButton>
        ) : null
      }
      lead={`Saved on this device for ${leaseDays} days; opens without a connection. Copies are deleted when you sign out or your membership ends.`}
    >
      <RemovedNotice personId={personId} />
      {isTimeUnknown ? (
        <p role="alert" className="surface border-caution! mb-6 p-4">
          The clock of this device was set back, so it is not known whether your copies have expired. Go
          online once, and they open again.
        </p>
      ) : null}
      <div>
        {!canSave() ? (
          <EmptyState title="This browser cannot save posts">
            Nothing can be saved for offline reading, at least not in a private window.
          </EmptyState>
        ) : query.isPending ? (
          <Skeleton className="h-33" />
        ) : query.isError ? (
          <NotLoaded onRetry={query.refetch}>Your saved posts could not be loaded.</NotLoaded>
        ) : posts.length === 0 ? (
          <NothingSaved />
        ) : (
          <>
            <p className="text-sm text-muted">
              {posts.length === 1 ? '1 post' : `${posts.length} posts`}, {fileSize(bytes)}; available until{' '}
              {localDay(new Date(endsFirst).toISOString())}.
            </p>
            <ul aria-label="Saved posts" className="mt-3 grid grid-cols-1 gap-3">
              {posts.map((saved) => (
                <SavedLine key={saved.post.id} saved={saved} />
              ))}
            </ul>
          </>
        )}
      </div>
      <InstallSection />
    </Page>
  )
}
