import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { HeldComment } from '@touchline/contract/held-comments.ts'
import { type ReactNode, useState } from 'react'
import { fullNameOf } from '#people/names.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { MemberText } from '#ui/member-text.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { heldMessages, heldQueue, useDecision } from './held-requests.ts'

/** Comments and messages of tips that wait for approval. */
export function HeldQueue() {
  const query = useInfiniteQuery(heldQueue)
  const comments = query.data?.pages.flatMap((page) => page.comments)
  return (
    <section aria-labelledby="held-title" className="mt-12">
      <h2 id="held-title" className="text-2xl">
        Waiting for Approval {query.data ? `(${query.data.pages.at(-1)?.waiting ?? 0})` : null}
      </h2>
      <div className="mt-5 grid gap-4">
        {comments ? (
          comments.length === 0 ? (
            <EmptyState title="Nothing is held">No comment waits for approval.</EmptyState>
          ) : (
            comments.map((comment) => <HeldCard key={comment.id} comment={comment} />)
          )
        ) : query.isError ? (
          <NotLoaded onRetry={query.refetch}>The held comments could not be loaded.</NotLoaded>
        ) : (
          <Skeleton className="h-40" />
        )}
        <MoreButton query={query} className="justify-self-center">
          More Comments
        </MoreButton>
      </div>
      <HeldMessages />
    </section>
  )
}

function HeldCard({ comment }: { comment: HeldComment }) {
  const { content, user, postTitle, repliedTo } = comment
  return (
    <HeldText held={comment} kind="comment" label={`Held comment of ${fullNameOf(user, 'A member')}`}>
      <MemberText text={content} />
      {(repliedTo ?? postTitle) ? (
        <p className="line-clamp-2 text-sm wrap-anywhere text-muted">
          Under: <bdi>{repliedTo ?? postTitle}</bdi>
        </p>
      ) : null}
    </HeldText>
  )
}

/** Messages of paid tips that wait for approval; nothing when there is none. */
function HeldMessages() {
  const { data, isError, refetch } = useQuery(heldMessages)
  if (isError && !data) return <NotLoaded onRetry={refetch}>The held messages could not be loaded.</NotLoaded>
  if (!data || data.waiting === 0) return null
  return (
    <>
      <h3 className="mt-6 text-xl">Messages of Tips ({data.waiting})</h3>
      <div className="mt-5 grid gap-4">
        {data.messages.map((message) => (
          <HeldText
            key={message.id}
            held={message}
            kind="tip"
            label={`Held message of ${fullNameOf(message.user, 'A member')}`}
          >
            <MemberText text={message.message} />
            <p className="text-sm text-muted">With a tip, which has arrived.</p>
          </HeldText>
        ))}
      </div>
    </>
  )
}

type HeldTextProps = {
  held: Pick<HeldComment, 'id' | 'user' | 'createdAt' | 'words' | 'isOfNewMember'>
  kind: 'comment' | 'tip'
  label: string
  children: ReactNode
}

function HeldText({ held, kind, label, children }: HeldTextProps) {
  const { id, user, createdAt, words, isOfNewMember } = held
  const [answer, setAnswer] = useState<string | null>(null)
  const decide = useDecision(kind)
  const author = fullNameOf(user, 'A member')
  return (
    <article aria-label={label} className="surface grid grid-cols-1 gap-4 p-4 sm:p-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {words.map((word) => (
          <Badge key={word} look="dismissal">
            {word}
          </Badge>
        ))}
        {isOfNewMember ? <Badge>New member</Badge> : null}
        <p dir="auto" className="min-w-0 font-semibold">
          {author}
        </p>
        <p className="text-sm text-muted">
          <RelativeTime at={createdAt} />
        </p>
      </header>
      <div className="grid grid-cols-1 gap-2 border-l-2 border-edge pl-4">{children}</div>
      {answer === null ? null : (
        <Field label="A note to the author (optional)">
          {(control) => (
            <Textarea
              {...control}
              limit={1000}
              value={answer}
              onChange={({ target }) => setAnswer(target.value)}
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap gap-3">
        {answer === null ? (
          <>
            <Button disabled={decide.isPending} onClick={() => decide.mutate({ id })}>
              Publish
            </Button>
            <Button kind="outline" onClick={() => setAnswer('')}>
              Reject
            </Button>
          </>
        ) : (
          <>
            <Button disabled={decide.isPending} onClick={() => decide.mutate({ id, answer })}>
              Reject and Tell Them
            </Button>
            <Button kind="quiet" onClick={() => setAnswer(null)}>
              Cancel
            </Button>
          </>
        )}
      </div>
    </article>
  )
}
