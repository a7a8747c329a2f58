import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import type { Post } from '@touchline/contract/posts.ts'
import { lazy, Suspense, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { fullNameOf, postLabel } from '#people/names.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { postList, removePost, useModeration } from './requests.ts'

const RulingDialog = lazy(async () => ({ default: (await import('./ruling-dialog.tsx')).RulingDialog }))

export function ModeratedPosts() {
  const [search, setSearch] = useState('')
  const [doomed, setDoomed] = useState<Post | null>(null)
  const query = useInfiniteQuery(postList(search))
  const posts = query.data?.pages.flatMap((page) => page.posts)
  const remove = useModeration(removePost)
  const isExpired = useExpiredSession()
  const removeNow = async (removal: Parameters<typeof removePost>[0]) => {
    try {
      await remove.mutateAsync(removal)
      toast({ title: 'Post Removed', description: 'Its creator is notified by email.', kind: 'success' })
      setDoomed(null)
    } catch (error) {
      if (isExpired(error)) return
      const description = errorMessage(error, 'Failed to remove post.')
      toast({ title: 'Error', description, kind: 'destructive' })
    }
  }
  return (
    <section aria-labelledby="posts-title" className="mt-12">
      <h2 id="posts-title" className="text-2xl">
        Posts
      </h2>
      <div className="my-5">
        <SearchField label="Search posts" placeholder="Search posts..." value={search} onSearch={setSearch} />
      </div>
      {posts ? (
        posts.length === 0 ? (
          <EmptyState title="No posts found">
            {search ? `No post says “${search}”.` : 'Nothing has been published yet.'}
          </EmptyState>
        ) : (
          <ul className="surface divide-y divide-line">
            {posts.map((post) => (
              <li key={post.id} className="flex flex-wrap items-center justify-between gap-3 p-4">
                <div className="min-w-0 flex-1 basis-48">
                  <Link
                    to={paths.post}
                    params={{ postId: post.id }}
                    dir="auto"
                    className="line-clamp-2 font-semibold hover:underline"
                  >
                    {postLabel(post)}
                  </Link>
                  <p className="text-sm text-muted">
                    <bdi>{fullNameOf(post.creator, 'Creator')}</bdi>, <RelativeTime at={post.createdAt} />
                  </p>
                </div>
                {post.status === 'ready' ? (
                  <Button
                    kind="outline"
                    aria-haspopup="dialog"
                    aria-label={`Remove ${postLabel(post)}`}
                    onClick={() => setDoomed(post)}
                  >
                    Remove
                  </Button>
                ) : (
                  <span className="text-sm text-muted">Not published</span>
                )}
              </li>
            ))}
          </ul>
        )
      ) : query.isError ? (
        <NotLoaded onRetry={query.refetch}>The posts could not be loaded.</NotLoaded>
      ) : (
        <Skeleton className="h-60" />
      )}
      <div className="mt-4 text-center empty:hidden">
        <MoreButton query={query}>More Posts</MoreButton>
      </div>
      {doomed ? (
        <Suspense fallback={null}>
          <RulingDialog
            title="Remove post"
            description={`No one will see “${postLabel(doomed)}” any more. Its creator is notified by email and may appeal for 14 days.`}
            label="Remove Post"
            isPending={remove.isPending}
            onClose={() => setDoomed(null)}
            onDecide={(ruling) => void removeNow({ postId: doomed.id, ...ruling })}
          />
        </Suspense>
      ) : null}
    </section>
  )
}
