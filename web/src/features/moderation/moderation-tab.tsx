import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as api from '@touchline/contract/posts.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { renewPages } from '#api/renew-pages.ts'
import { paths } from '#paths.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { fullNameOf } from '#session/party-name.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'

const moderated = ['moderated-posts'] as const

const posts = infiniteQueryOptions({
  queryKey: moderated,
  queryFn: async ({ pageParam: page, signal }) => {
    const reply = await call(api.list, { query: { page, limit: 10 }, signal })
    return Array.isArray(reply) ? { posts: reply, hasMore: false } : reply
  },
  initialPageParam: 1,
  getNextPageParam: (last, all) => (last.hasMore ? all.length + 1 : undefined),
  staleTime: 0,
})

const nameOf = ({ title, content }: Post) => title ?? (content || 'A post without words')

/** Every post, the newest first, and the way to remove one. */
export function ModerationTab() {
  const [doomed, setDoomed] = useState<Post | null>(null)
  const query = useInfiniteQuery(posts)
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  const remove = useMutation({
    mutationFn: (id: string) => call(api.remove, { params: { id } }),
    onSuccess: () => toast({ title: 'Post removed', kind: 'success' }),
    onError: (error) => {
      if (!isExpired(error))
        toast({ title: 'Error', description: 'Failed to remove post.', kind: 'destructive' })
    },
    onSettled: () => renewPages(client, moderated),
  })
  const all = query.data?.pages.flatMap((page) => page.posts)
  if (!all) return <Skeleton className="h-60" />
  if (all.length === 0) return <EmptyState title="No posts">Nothing was published yet.</EmptyState>
  return (
    <>
      <ul className="surface divide-y divide-line">
        {all.map((post) => (
          <li key={post.id} className="flex flex-wrap items-center justify-between gap-3 p-4">
            <div className="min-w-0 flex-1 basis-48">
              <Link
                to={paths.post}
                params={{ postId: post.id }}
                className="line-clamp-2 font-semibold break-words hover:underline"
              >
                {nameOf(post)}
              </Link>
              <p className="text-sm text-muted">
                {fullNameOf(post.creator, 'Creator')}, <RelativeTime at={post.createdAt} />
              </p>
            </div>
            <Button kind="outline" aria-label={`Remove ${nameOf(post)}`} onClick={() => setDoomed(post)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <div className="mt-5 text-center">
          <Button
            kind="outline"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {query.isFetchingNextPage ? 'Loading...' : 'Load More'}
          </Button>
        </div>
      ) : null}
      <AlertDialog
        open={doomed !== null}
        onOpenChange={() => setDoomed(null)}
        title="Remove this post?"
        description="It goes with its comments, hearts and files, for everybody and for good."
        confirmLabel="Remove"
        onConfirm={() => doomed && remove.mutate(doomed.id)}
      />
    </>
  )
}
