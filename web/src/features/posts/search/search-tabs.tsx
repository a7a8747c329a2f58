import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { counts, type HitCount } from '@touchline/contract/search.ts'
import { useEffect } from 'react'
import { call } from '#api/call.ts'
import { paths } from '#paths.ts'
import { hrefOf } from '#router/address.ts'
import { TabLinks } from '#ui/tab-links.tsx'
import { rememberFeedPlace } from '../feed-place.ts'
import type { FeedFilters, SearchTab } from '../feed-search.ts'
import { CaptionHits } from './caption-hits.tsx'
import { CommentHits } from './comment-hits.tsx'

const searchCounts = (query: FeedFilters) =>
  queryOptions({
    queryKey: ['search', 'counts', query],
    queryFn: ({ signal }) => call(counts, { query: { search: '', ...query }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: false,
  })

const tabs = [
  { tab: undefined, name: 'posts', label: 'Posts' },
  { tab: 'captions', name: 'captions', label: 'Captions' },
  { tab: 'comments', name: 'comments', label: 'Comments' },
] as const

const Count = ({ count, isExact }: HitCount) => (
  <span className="board ml-1.5 text-xs text-muted">
    {count}
    {isExact ? '' : '+'}
  </span>
)

/** What a search finds: tabs, and below them captions or comments. The feed shows the posts. */
export function SearchTabs({ query, tab: shown }: { query: FeedFilters; tab: SearchTab | undefined }) {
  const { data } = useQuery(searchCounts(query))
  useEffect(() => {
    if (shown) rememberFeedPlace({ ...query, tab: shown })
  }, [query, shown])
  const { search = '', ...filters } = query
  return (
    <>
      <div className="mb-6">
        <TabLinks
          label="Search results"
          resetScroll={false}
          tabs={tabs.map(({ tab, name, label }) => ({
            href: hrefOf({ to: paths.content, search: { ...query, tab } }),
            isCurrent: tab === shown,
            label: (
              <>
                {label} {data ? <Count {...data[name]} /> : null}
              </>
            ),
          }))}
        />
      </div>
      {shown && Object.keys(filters).length > 0 ? (
        <p className="mb-4 text-sm text-muted">The filters apply to posts only.</p>
      ) : null}
      {shown === 'captions' ? <CaptionHits key={search} search={search} /> : null}
      {shown === 'comments' ? <CommentHits key={search} search={search} /> : null}
    </>
  )
}
