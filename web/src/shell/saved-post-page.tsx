import { notFound } from '#router/router-provider.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { useParams } from '#router/router-provider.tsx'
import type { Post } from '@touchline/contract/posts.ts'
import { lazy, Suspense, useEffect } from 'react'
import { useSavedPosts } from '#offline/use-saved.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSite } from '#site/site.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { SlotContext, type Slots, useSlots } from '#slots.ts'
import { Button } from '#ui/button.tsx'
import { localDay } from '#ui/dates.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Page } from '#ui/page.tsx'
import { postKey } from '../features/posts/post-cache.ts'
import { PostCard } from '../features/posts/post-card.tsx'
import { shownPost } from '../features/posts/requests.ts'
import { copyQuery } from '../features/saved/open-copy.ts'
import { postLabel } from '#people/names.ts'

const SavedComment = lazy(async () => ({ default: (await import('./saved-comment.tsx')).SavedComment }))

const OutdatedCopy = lazy(async () => ({ default: (await import('./outdated-copy.tsx')).OutdatedCopy }))

const OwnComments: Slots['Comments'] = ({ postId, isOff }) => (
  <Suspense fallback={null}>
    <SavedComment postId={postId} isOff={isOff} />
  </Suspense>
)

/** The saved copy, with current counts when online. `post` has object URLs, `saved` is the stored row. */
function SavedCopy({ post, saved }: { post: Post; saved: Post }) {
  const slots = useSlots()
  const { data } = useQuery({
    queryKey: postKey(saved.id),
    queryFn: ({ signal }) => shownPost(saved.id, signal),
    initialData: saved,
    staleTime: 0,
    // Do not cache the old copy as the post itself.
    gcTime: 0,
    throwOnError: false,
  })
  const { isLiked, likesCount, commentsCount, commentsOff } = data ?? saved
  const shown = { ...post, isLiked, likesCount, commentsCount, commentsOff }
  const isOutdated = data && data.editedAt !== (saved.editedAt ?? null)
  return (
    <SlotContext value={{ ...slots, Comments: OwnComments }}>
      <Suspense fallback={null}>{isOutdated ? <OutdatedCopy post={data} /> : null}</Suspense>
      <PostCard post={shown} isFirst hasOpenComments isCopy />
    </SlotContext>
  )
}

function NotHere() {
  return (
    <EmptyState
      title="This copy is not here"
      action={
        <Button asChild>
          <Link to={paths.saved}>See what is saved</Link>
        </Button>
      }
    >
      It was removed, or may no longer be read.
    </EmptyState>
  )
}

export function SavedPostPage() {
  const { features } = useSite()
  if (!features.offline) throw notFound()
  const { postId } = useParams(paths.savedPost)
  const { id: personId } = useSignedInViewer()
  const query = useQuery(copyQuery(personId, postId))
  const copy = query.data
  // The lease may end, or another window may remove the copy.
  const list = useSavedPosts(personId)
  const isThere = list.data?.some(({ post, standing }) => post.id === postId && standing === 'running')
  usePageTitle(copy ? postLabel(copy.post) : 'Saved Posts')
  useEffect(() => copy?.close, [copy])
  return (
    <Page
      title={copy ? postLabel(copy.post) : 'Saved post'}
      isTitleHidden
      back={<Link to={paths.saved}>Saved Posts</Link>}
      className="max-w-feed"
    >
      {query.isPending ? (
        <Skeleton className="h-80" />
      ) : copy && isThere !== false ? (
        <>
          <SavedCopy post={copy.post} saved={copy.saved.post} />
          <p className="mt-3 text-sm text-muted">
            Saved on {localDay(new Date(copy.saved.savedAt).toISOString())}, available until{' '}
            {localDay(new Date(copy.saved.until).toISOString())}.
          </p>
        </>
      ) : (
        <NotHere />
      )}
    </Page>
  )
}
