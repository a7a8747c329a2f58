import { queryOptions, useQuery } from '@tanstack/react-query'
import type * as feed from '@touchline/contract/feed.ts'
import { kindAndLength, teaserName } from '@touchline/contract/teaser-text.ts'
import type { Teaser } from '@touchline/contract/teasers.ts'
import { Lock } from 'lucide-react'
import { call } from '#api/call.ts'
import { endpointPath } from '#api/endpoint-path.ts'
import { clubNow } from '#ui/clock.ts'
import { shortDay } from '#ui/dates.ts'

export const missedCall: typeof feed.showMissed = endpointPath('GET', '/api/missed-posts')

const missedQuery = queryOptions({
  queryKey: ['posts', 'missed'],
  queryFn: ({ signal }) => call(missedCall, { signal }),
  throwOnError: false,
})

const maxCounted = 100
const maxListed = 4
const dayMs = 86_400_000

/** `today`, `yesterday`, `3 days ago`, `on Oct 17` */
function dayText(at: string, now: number) {
  const days = Math.floor((now - Date.parse(at)) / dayMs)
  if (days < 1) return 'today'
  if (days === 1) return 'yesterday'
  return days < 7 ? `${days} days ago` : `on ${shortDay(at, now)}`
}

/** `9 posts since you left, the newest today` */
export function missedText({ count, newestAt, since }: Omit<feed.MissedPosts, 'teasers'>, now: number) {
  const isMore = since !== null && count >= maxCounted
  const number = isMore ? `${maxCounted} or more` : count.toLocaleString('en-US')
  const posts = `${number} ${count === 1 ? 'post' : 'posts'}${since ? ' since you left' : ' for members'}`
  return newestAt ? `${posts}, the newest ${dayText(newestAt, now)}` : posts
}

function Locked({ teaser }: { teaser: Teaser }) {
  return (
    <li className="flex items-center gap-4 py-3">
      <span
        aria-hidden
        className="relative grid h-14 w-20 shrink-0 place-items-center overflow-hidden rounded-control bg-bench"
      >
        {teaser.placeholder ? (
          <img
            src={teaser.placeholder}
            alt=""
            className="absolute inset-0 size-full object-fill opacity-80"
          />
        ) : null}
        <span className="relative grid size-7 place-items-center rounded-full bg-pitch/80 text-chalk">
          <Lock size={14} />
        </span>
      </span>
      <span className="min-w-0">
        <span dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
          {teaserName(teaser)}
        </span>
        <span className="mt-0.5 block text-sm text-muted">{kindAndLength(teaser)}</span>
      </span>
    </li>
  )
}

/** What people without access miss: the number of posts, and the newest titles as far as strangers may see them. */
export function MissedPosts() {
  const { data: missed } = useQuery(missedQuery)
  if (!missed?.count) return null
  const { teasers } = missed
  return (
    <section aria-labelledby="missed" className="w-full text-left">
      <h2 id="missed" className="text-lg">
        {missedText(missed, clubNow())}
      </h2>
      {teasers.length > 0 ? (
        <ul className="mt-2 divide-y divide-line">
          {teasers.slice(0, maxListed).map((teaser) => (
            <Locked key={teaser.id} teaser={teaser} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}
