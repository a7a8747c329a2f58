import { useQuery } from '@tanstack/react-query'
import type { NeedsAttention } from '@touchline/contract/needs-attention.ts'
import { timeAgo } from '#ui/relative-time.ts'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toAttentionLines, newMembersLine } from './attention-lines.ts'
import { needsAttentionQuery } from './requests.ts'
import { AttentionLine } from './attention-line.tsx'

/** What needs the creator's attention, on their home page. The frame of the page keeps it current. */
export function NeedsAttentionSection() {
  const { data, isError, refetch } = useQuery(needsAttentionQuery)
  return (
    <section aria-labelledby="today" className="mb-6 sm:mb-9">
      <h2 id="today" className="mb-3 text-xl sm:text-2xl">
        Today
      </h2>
      {data ? (
        <Lines today={data} />
      ) : isError ? (
        <NotLoaded onRetry={refetch}>What needs you could not be loaded.</NotLoaded>
      ) : (
        <Skeleton className="h-24" />
      )}
    </section>
  )
}

function Lines({ today: all }: { today: NeedsAttention }) {
  const needs = toAttentionLines(all, (at) => timeAgo(at).toLowerCase())
  const newcomers = newMembersLine(all)
  return (
    <div className="grid gap-4">
      {needs.length === 0 ? <p className="text-muted">Nothing needs you right now.</p> : null}
      <ul className="grid grid-cols-2 gap-3 empty:hidden">
        {[...needs, ...(newcomers ? [newcomers] : [])].map((line) => (
          <li key={line.what} className="grid">
            <AttentionLine {...line} />
          </li>
        ))}
      </ul>
    </div>
  )
}
