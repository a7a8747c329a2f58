import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import type { BellNotice } from '@touchline/contract/notifications.ts'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { live } from '#live/live.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Page } from '#ui/page.tsx'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { noticesQuery, unreadQuery, useReadNotices } from './notices.ts'

export function NotificationsPage() {
  usePageTitle('Notifications')
  const query = useInfiniteQuery(noticesQuery)
  const { data: count } = useQuery(unreadQuery)
  const { mutate: read } = useReadNotices()
  const notices = query.data?.pages.flatMap((page) => page.notices)
  const newest = notices?.[0]
  // Once they are marked as read, the next response lists none as new.
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set())
  const unseen = notices?.filter(({ id, isNew }) => isNew && !newIds.has(id))
  if (unseen?.length) setNewIds(new Set([...newIds, ...unseen.map(({ id }) => id)]))
  const { refetch } = query
  const hasUnread = (count?.unread ?? 0) > 0 || newest?.isNew
  const newestId = newest?.id
  useEffect(() => {
    const readVisible = () => {
      if (newestId && hasUnread && document.visibilityState === 'visible') read(newestId)
    }
    readVisible()
    document.addEventListener('visibilitychange', readVisible)
    return () => document.removeEventListener('visibilitychange', readVisible)
  }, [newestId, hasUnread, read])
  useEffect(
    () =>
      live.subscribe({
        onMessage: ({ type }) => (type === 'notices_changed' || type === 'post_noticed') && void refetch(),
        onMissed: () => void refetch(),
      }),
    [refetch],
  )
  return (
    <Page
      title="Notifications"
      lead={
        <>
          What happened in the last 30 days. Choose what you hear about in your{' '}
          <Link to={paths.settings} className="underline">
            settings
          </Link>
          .
        </>
      }
    >
      {notices?.length === 0 && !query.hasNextPage ? (
        <EmptyState title="Nothing yet">
          New posts, replies, hearts and decisions that concern you appear here.
        </EmptyState>
      ) : notices ? (
        <>
          <ul aria-label="Notifications" className="surface divide-y divide-line">
            {notices.map((notice) => (
              <li key={notice.id}>
                <NoticeLink notice={notice} isNew={newIds.has(notice.id)} />
              </li>
            ))}
          </ul>
          <MoreButton query={query} className="mt-4 w-full" />
        </>
      ) : query.isError ? (
        <NotLoaded onRetry={refetch}>Your notifications could not be loaded.</NotLoaded>
      ) : (
        <Skeleton className="h-64" />
      )}
    </Page>
  )
}

function NoticeLink({ notice: { text, path, happenedAt }, isNew }: { notice: BellNotice; isNew: boolean }) {
  return (
    <Link href={path} className="flex min-h-12 items-baseline gap-3 px-4 py-3 hover:bg-bench">
      <span
        aria-hidden
        className={clsx('size-2 shrink-0 self-center rounded-full', isNew && 'bg-caution-fill')}
      />
      <span dir="auto" className={clsx('min-w-0 flex-1 wrap-anywhere', isNew && 'font-semibold')}>
        {isNew ? <span className="sr-only">New: </span> : null}
        {text}
      </span>
      <span className="shrink-0 text-muted">
        <RelativeTime at={happenedAt} />
      </span>
    </Link>
  )
}
