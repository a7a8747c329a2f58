import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { threadsOf } from './comment-cache.ts'
import { CommentForm } from './comment-form.tsx'
import type { Comment } from '@touchline/contract/comments.ts'
import { CommentList } from './comment-list.tsx'
import { useFocusPosted } from './focus-posted.ts'
import { useLiveComments } from './live-comments.ts'
import { postComments } from './read-comments.ts'
import { UnsentCommentList } from './unsent-comment-list.tsx'

type Props = { postId: string; onChange: () => void; isPage?: boolean }

/** `onChange` is called when the number of comments may have changed. */
export function CommentSection({ postId, onChange, isPage = false }: Props) {
  useLiveComments()
  const query = useInfiniteQuery(postComments(useQueryClient(), postId))
  const box = useRef<HTMLTextAreaElement>(null)
  const threads = query.data && threadsOf(query.data.pages)
  const focusPosted = useFocusPosted(threads)
  const onSent = (comment: Comment | null) => {
    focusPosted(comment)
    onChange()
  }
  const form = (
    <>
      <UnsentCommentList postId={postId} threadId={null} onEdit={() => box.current?.focus()} />
      <CommentForm postId={postId} box={box} label="Add a comment" onSent={onSent} />
    </>
  )
  return (
    <section aria-label="Comments" className="border-t border-line p-4">
      {isPage ? <div className="-mt-4 mb-6">{form}</div> : null}
      {threads ? (
        <CommentList
          threads={threads}
          onChange={onChange}
          onSent={onSent}
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
      {isPage ? null : form}
    </section>
  )
}
