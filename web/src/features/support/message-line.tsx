import { useQuery } from '@tanstack/react-query'
import type { SupportMessage } from '@touchline/contract/support.ts'
import { useId } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { MessageThread } from './message-thread.tsx'
import { messageThread } from './requests.ts'

type Props = { message: SupportMessage; isShown: boolean; onToggle: () => void }

export function MessageLine({ message, isShown, onToggle }: Props) {
  const id = useId()
  return (
    <article aria-label={`Message from ${message.name}`} className="surface p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-semibold wrap-anywhere">
            <bdi>{message.name}</bdi> {message.answersCount > 0 ? <Badge look="turf">Answered</Badge> : null}
          </p>
          <p className="text-sm break-all text-muted">
            {message.email}, <RelativeTime at={message.createdAt} />
          </p>
        </div>
        <Button kind="outline" aria-expanded={isShown} aria-controls={id} onClick={onToggle}>
          {isShown ? 'Fold' : 'Read'}
          <span className="sr-only"> the message of {message.name}</span>
        </Button>
      </div>
      {isShown ? null : (
        <p dir="auto" className="mt-2 line-clamp-2">
          {message.message}
        </p>
      )}
      <div id={id} hidden={!isShown}>
        {isShown ? <Whole id={message.id} /> : null}
      </div>
    </article>
  )
}

function Whole({ id }: { id: string }) {
  const { data, isError, refetch } = useQuery(messageThread(id))
  if (data) return <MessageThread thread={data} />
  if (!isError) return <Skeleton className="mt-4 h-40" />
  return (
    <NotLoaded className="mt-4" onRetry={refetch}>
      The message could not be loaded.
    </NotLoaded>
  )
}
