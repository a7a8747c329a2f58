import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { paths } from '#paths.ts'
import { fullNameOf } from '#people/names.ts'
import { Card } from '#ui/card.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { timeAgoInWeeks } from '#ui/relative-time.ts'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { recentTips } from './requests.ts'

export function RecentTips() {
  const { data, isError } = useQuery(recentTips)
  return (
    <Card aria-labelledby="recent-tips-title">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="recent-tips-title" className="text-xl">
          Recent Tips
        </h2>
        <Link
          to={paths.tipsReceived}
          className="inline-flex min-h-11 items-center text-sm underline decoration-line decoration-2 underline-offset-4 hover:decoration-turf"
        >
          View All Tips
        </Link>
      </div>
      {data ? (
        data.tips.length === 0 ? (
          <p className="mt-2 text-muted">No tips received yet</p>
        ) : (
          <ul className="mt-2 divide-y divide-line">
            {data.tips.map(({ id, amount, message, createdAt, fromUser }) => (
              <li key={id} className="flex items-baseline gap-x-4 py-3">
                <div className="min-w-0 flex-1">
                  <p dir="auto" className="font-semibold">
                    {fromUser ? fullNameOf(fromUser, 'Anonymous') : 'Anonymous'}
                  </p>
                  {message ? (
                    <p dir="auto" className="line-clamp-2 text-sm text-muted">
                      “{message}”
                    </p>
                  ) : null}
                </div>
                <p className="ml-auto text-right">
                  <span className="board block text-lg">{formatDollars(amount)}</span>
                  <span className="text-muted">
                    <RelativeTime at={createdAt} words={timeAgoInWeeks} />
                  </span>
                </p>
              </li>
            ))}
          </ul>
        )
      ) : isError ? (
        <p className="mt-2 text-muted">The tips could not be loaded. This page tries again on its own.</p>
      ) : (
        <Skeleton className="mt-2 h-48" />
      )}
    </Card>
  )
}
