import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { usePageTitle } from '#site/page-title.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Page } from '#ui/page.tsx'
import { InboxComment } from './inbox-comment.tsx'
import { inbox, dropAnswered, dropWaiting, markAnswered, readNewest, renewInbox } from './read-inbox.ts'
import { useEffect } from 'react'
import { logProblem } from '#api/log.ts'
import { live } from '#live/live.ts'

/** Keeps the inbox up to date. New comments appear at its end, so that nothing moves. */
function useLiveInbox() {
  const client = useQueryClient()
  useEffect(() => {
    const logFailure = (error: unknown) => logProblem('The inbox could not be read again', error)
    const leave = live.subscribe({
      onMessage(message) {
        if (message.type === 'comment_created') readNewest(client).catch(logFailure)
        if (message.type === 'comment_deleted') dropWaiting(client, message.commentId).catch(logFailure)
        if (message.type === 'comment_answered') {
          const isListed = markAnswered(client, message.commentId, message.isAnswered)
          // Comments beyond the loaded pages are only counted; a reopened one may belong between loaded ones.
          if (!isListed) (message.isAnswered ? readNewest(client) : renewInbox(client)).catch(logFailure)
        }
        // Moderators removed or restored it.
        if (message.type === 'comment_changed') renewInbox(client).catch(logFailure)
        // It may have been unpublished, with comments.
        if (message.type === 'post_created') renewInbox(client).catch(logFailure)
        if (message.type === 'post_deleted') {
          dropAnswered(client, message.postId)
          renewInbox(client).catch(logFailure)
        }
      },
      onMissed: () => void renewInbox(client).catch(logFailure),
    })
    return () => {
      leave()
      // On return, show only unanswered comments.
      dropAnswered(client)
    }
  }, [client])
}

export function InboxPage() {
  usePageTitle('Inbox')
  useLiveInbox()
  const query = useInfiniteQuery(inbox)
  const comments = query.data?.pages.flatMap((page) => page.comments)
  const latest = query.data?.pages.at(-1)
  const total = latest ? `${latest.total}${latest.isTotalExact ? '' : '+'}` : ''
  return (
    <Page
      title={
        <>
          Inbox{' '}
          {latest ? (
            <Badge look="turf">
              <span className="board">{total}</span> waiting
            </Badge>
          ) : null}
        </>
      }
      lead="Comments on your posts that you have not answered, longest waiting first."
    >
      {!comments ? (
        <div className="grid gap-3" aria-busy>
          <Skeleton className="h-32" />
          <Skeleton className="h-32" />
        </div>
      ) : comments.length === 0 ? (
        <EmptyState title="No one is waiting">
          Every comment is answered. New ones appear here the moment they are written.
        </EmptyState>
      ) : (
        <ul aria-label="Comments waiting for an answer" className="grid grid-cols-1 gap-4">
          {comments.map((comment) => (
            <li key={comment.id} className="surface p-4">
              <InboxComment comment={comment} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-6 text-center empty:hidden">
        <MoreButton query={query}>Load More Comments</MoreButton>
      </div>
    </Page>
  )
}
