import { type UseInfiniteQueryResult, type InfiniteData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type Page<Hit> = { hits: Hit[]; hasMore: boolean }

type Props<Hit> = {
  query: UseInfiniteQueryResult<InfiniteData<Page<Hit>>>
  name: 'captions' | 'comments'
  search: string
  children: (hit: Hit) => ReactNode
}

/** The captions or comments that a search finds. */
export function HitList<Hit extends { id: string }>({ query, name, search, children }: Props<Hit>) {
  const hits = query.data?.pages.flatMap((page) => page.hits)
  if (!hits)
    return query.isError ? (
      <NotLoaded
        onRetry={query.refetch}
      >{`The ${name} could not be searched, which needs a connection.`}</NotLoaded>
    ) : (
      <div className="grid gap-3" aria-busy>
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
    )
  if (hits.length === 0)
    return <EmptyState title={`No ${name} found`}>Nothing matches “{search}”.</EmptyState>
  return (
    <>
      <ul aria-label={name === 'captions' ? 'Captions' : 'Comments'} className="grid grid-cols-1 gap-3">
        {hits.map((hit) => (
          <li key={hit.id}>{children(hit)}</li>
        ))}
      </ul>
      <div className="mt-6 text-center empty:hidden">
        <MoreButton query={query} />
      </div>
    </>
  )
}
