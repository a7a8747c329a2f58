import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { maxUnread } from '@touchline/contract/notifications.ts'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect } from 'react'
import { live } from '#live/live.ts'
import { paths } from '#paths.ts'
import { countNewPost, unreadQuery } from './notices.ts'

/** The link to the list of notices with the number of unread ones, which changes live. */
export function Bell() {
  const client = useQueryClient()
  const { data } = useQuery(unreadQuery)
  const unread = data?.unread ?? 0
  useEffect(() => {
    const countAgain = () => void client.invalidateQueries({ queryKey: unreadQuery.queryKey })
    return live.subscribe({
      onMessage({ type }) {
        if (type === 'notices_changed' || type === 'notices_read') countAgain()
        if (type === 'post_noticed') countNewPost(client)
      },
      onMissed: countAgain,
    })
  }, [client])
  const count = unread < maxUnread ? String(unread) : `${maxUnread - 1}+`
  return (
    <Link
      to={paths.notifications}
      className="relative grid size-11 shrink-0 place-items-center text-muted hover:text-chalk aria-[current]:text-chalk"
    >
      <BellIcon size={22} aria-hidden />
      {unread > 0 ? (
        <span
          aria-hidden
          className="board absolute top-0 left-1/2 rounded-full bg-caution-fill px-1.5 text-xs leading-5 text-on-caution"
        >
          {count}
        </span>
      ) : null}
      <span className="sr-only" aria-live="polite" aria-atomic>
        Notifications{unread > 0 ? `, ${count} unread` : ''}
      </span>
    </Link>
  )
}
