import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Select } from '#ui/select.tsx'
import { threadsOf } from './comment-cache.ts'
import { CommentForm } from './comment-form.tsx'
import type { Comment } from '@touchline/contract/comments.ts'
import { CommentList } from './comment-list.tsx'
import { useFocusPosted } from './focus-posted.ts'
import { useLiveComments } from './live-comments.ts'
import { useLinkedComment } from './linked-comment.ts'
import { type CommentOrder, postComments } from './read-comments.ts'
import { UnsentCommentList } from './unsent-comment-list.tsx'

type ShownOrder = 'latest' | 'newest' | CommentOrder

const orders: Record<ShownOrder, string> = {
  latest: 'Latest last',
  newest: 'Newest first',
  oldest: 'Oldest first',
  answered: 'Creator’s answers first',
}

const isOrder = (value: string): value is ShownOrder => value in orders

const OwnHeldComments = lazy(async () => ({
  default: (await import('./own-held-comments.tsx')).OwnHeldComments,
}))

type Props = { postId: string; onChange: () => void; isPage?: boolean; isOff: boolean }

/** `onChange` is called when the number of comments may have changed. With `isOff` there are no new ones. */
export function CommentSection({ postId, onChange, isPage = false, isOff }: Props) {
  useLiveComments()
  const [order, setOrder] = useState<ShownOrder>('latest')
  const isByTime = order === 'latest' || order === 'newest'
  const query = useInfiniteQuery(postComments(useQueryClient(), postId, isByTime ? undefined : order))
  // A box that is already there would move when the comments above it arrive.
  const isOpening = query.isPending && order === 'latest'
  const box = useRef<HTMLTextAreaElement>(null)
  const pages = query.data?.pages
  const threads = pages && (isByTime ? threadsOf(pages) : pages.flatMap((page) => page.threads))
  const { linkedId, linked, isMissing } = useLinkedComment(postId, isPage, threads)
  const focusPosted = useFocusPosted(threads)
  const onSent = (comment: Comment | null) => {
    focusPosted(comment)
    onChange()
  }
  const form = (
    <>
      <UnsentCommentList postId={postId} threadId={null} onEdit={() => box.current?.focus()} />
      <Suspense fallback={null}>
        <OwnHeldComments postId={postId} />
      </Suspense>
      {isOff ? (
        <p className="mt-4 text-sm text-muted">Comments are off for this post.</p>
      ) : (
        <CommentForm postId={postId} box={box} label="Add a comment" onSent={onSent} />
      )}
    </>
  )
  return (
    <section aria-label="Comments" className="border-t border-line p-4">
      {isPage ? <div className="-mt-4 mb-6">{form}</div> : null}
      {order !== 'latest' || (threads && threads.length > 1) ? (
        <div className="mb-4 flex justify-end text-sm">
          <Select
            aria-label="Order of the comments"
            value={order}
            onChange={({ target: { value } }) => {
              if (isOrder(value)) setOrder(value)
            }}
          >
            {Object.entries(orders).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </div>
      ) : null}
      {isMissing ? (
        <output className="mb-4 block text-sm text-muted">This comment is no longer here.</output>
      ) : null}
      {threads ? (
        <CommentList
          threads={threads}
          linked={linked}
          linkedId={linkedId}
          onChange={onChange}
          onSent={onSent}
          isPage={isPage}
          isOff={isOff}
          isLatestLast={order === 'latest'}
          isReversed={order === 'newest'}
          more={
            query.hasNextPage ? (
              <p className="flex flex-wrap items-center gap-x-3 text-sm">
                {query.isFetchNextPageError ? (
                  <span role="alert" className="text-dismissal">
                    The {isByTime ? 'earlier' : 'next'} comments could not be loaded.
                  </span>
                ) : null}
                <Button
                  kind="link"
                  className="min-h-11!"
                  disabled={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {query.isFetchNextPageError ? 'Try again' : isByTime ? 'Earlier comments' : 'More comments'}
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
          <Skeleton className="h-12 w-3/5" />
        </div>
      )}
      {isPage || isOpening ? null : form}
    </section>
  )
}
