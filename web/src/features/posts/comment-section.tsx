import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { CommentDraft } from './comment-draft.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentList } from './comment-list.tsx'
import { postComments } from './requests.ts'

type Props = { postId: string; draft: CommentDraft }

/** The comments under a post and the box to add one. */
export function CommentSection({ postId, draft }: Props) {
  const query = useInfiniteQuery(postComments(postId))
  const comments = query.data?.pages.toReversed().flat()
  return (
    <section aria-label="Comments" className="border-t border-line p-4">
      {comments ? (
        <CommentList
          comments={comments}
          earlier={
            query.hasNextPage ? (
              <Button
                kind="link"
                disabled={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Earlier comments
              </Button>
            ) : null
          }
        />
      ) : query.isError ? (
        <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          <p className="font-medium text-dismissal">The comments could not be loaded.</p>
          <Button kind="link" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <div className="grid gap-3" aria-busy>
          <Skeleton className="h-12" />
          <Skeleton className="h-12 w-2/3" />
        </div>
      )}
      <CommentForm postId={postId} draft={draft} />
    </section>
  )
}
