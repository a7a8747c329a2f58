import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Today } from '@touchline/contract/today.ts'
import { ArrowRight } from 'lucide-react'
import { timeAgo } from '#ui/relative-time.ts'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Line, needsOf, newcomersOf } from './needs.ts'
import { today } from './requests.ts'
import { useLiveToday } from './use-live-today.ts'

/** What needs the creator now, each with the way to it. For creators, on their home page. */
export function TodaySection() {
  useLiveToday()
  const { data, isError, refetch } = useQuery(today)
  return (
    <section aria-labelledby="today" className="mt-9">
      <h2 id="today" className="mb-4 text-2xl">
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

function Lines({ today: all }: { today: Today }) {
  const needs = needsOf(all, (at) => timeAgo(at).toLowerCase())
  const newcomers = newcomersOf(all)
  return (
    <div className="grid gap-4">
      {needs.length === 0 ? <p className="text-muted">Nothing needs you right now.</p> : null}
      <ul className="grid gap-3 empty:hidden sm:grid-cols-2">
        {[...needs, ...(newcomers ? [newcomers] : [])].map((line) => (
          <li key={line.what} className="grid">
            <Way {...line} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Way({ figure, what, about, way }: Line) {
  return (
    <Link
      {...way}
      className="surface group flex items-center gap-4 p-4 transition-colors duration-150 hover:bg-bench"
    >
      <span className="board min-w-8 text-2xl text-turf">{figure}</span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{what}</span>
        <span className="block text-sm text-muted">{about}</span>
      </span>
      <ArrowRight
        size={18}
        aria-hidden
        className="shrink-0 text-turf transition-transform duration-150 ease-play group-hover:translate-x-1"
      />
    </Link>
  )
}
