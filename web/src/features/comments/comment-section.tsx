import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { threadsOf } from './comment-cache.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentList } from './comment-list.tsx'
import { useLiveComments } from './live-comments.ts'
import { postComments } from './read-comments.ts'
import { UnsentCommentList } from './unsent-comment-list.tsx'

type Props = { postId: string; onChange: () => void; isPage?: boolean }

/** The comments of a post with a form. `onChange` is called when their number may have changed. */
export function CommentSection({ postId, onChange, isPage = false }: Props) {
  useLiveComments()
  const query = useInfiniteQuery(postComments(useQueryClient(), postId))
  const box = useRef<HTMLTextAreaElement>(null)
  return (
    <section aria-label="Comments" className="border-t border-line p-4">
      {query.data ? (
        <CommentList
          threads={threadsOf(query.data.pages)}
          onChange={onChange}
          isPage={isPage}
          earlier={
            query.hasNextPage ? (
              <p className="flex flex-wrap items-center gap-x-3 text-sm">
                {query.isFetchNextPageError ? (
                  <span role="alert" className="text-dismissal">
                    The earlier comments could not be loaded.
                  </span>
                ) : null}
                <Button
                  kind="link"
                  className="min-h-11!"
                  disabled={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {query.isFetchNextPageError ? 'Try again' : 'Earlier comments'}
                </Button>
              </p>
            ) : null
          }
        />
      ) : query.isError ? (
        <NotLoaded onRetry={query.refetch}>The comments could not be loaded.</NotLoaded>
      ) : (
        <div className="grid gap-3" aria-busy>
          <Skeleton className="h-12" />
          <Skeleton className="h-12 w-2/3" />
        </div>
      )}
      <UnsentCommentList postId={postId} threadId={null} onEdit={() => box.current?.focus()} />
      <CommentForm postId={postId} box={box} label="Add a comment" onSent={onChange} />
    </section>
  )
}
