import { useInfiniteQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '#router/router-provider.tsx'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { Select } from '#ui/select.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Page } from '#ui/page.tsx'
import { useLiveTips } from './live-tips.ts'
import { ReceivedTips } from './received-tips.tsx'
import { tipsReceived, toTips } from './requests.ts'
import { type TipSearch, toTipFilter, toTipSearch } from './tip-search.ts'
import { TipsSkeleton } from './tips-skeleton.tsx'

const count = (total: number, search: string) =>
  search
    ? `${total} ${total === 1 ? 'tip' : 'tips'} found`
    : total === 0
      ? 'No tips received yet'
      : `${total} ${total === 1 ? 'tip' : 'tips'} received`

export function TipsReceivedPage() {
  usePageTitle('Tips Received')
  useLiveTips()
  const router = useRouter()
  const { search = '', filter = 'most_recent' } = useSearch(toTipSearch)
  const query = useInfiniteQuery(tipsReceived({ search, filter }))
  const look = (next: TipSearch) =>
    void router.navigate({
      to: paths.tipsReceived,
      // Keeps a filter chosen while typing a search.
      search: toTipSearch({ ...router.latest().search, ...next }),
      replace: true,
      resetScroll: false,
      viewTransition: false,
    })
  const tips = query.data && toTips(query.data.pages)
  const { total = 0, searchedNewest } = query.data?.pages.at(-1) ?? {}
  // Previous results stay until the response arrives, without their count or empty state.
  const isOfLastSearch = query.isPlaceholderData

  return (
    <Page
      title="Tips Received"
      lead={<p className="min-h-6">{query.data && !isOfLastSearch ? count(total, search) : null}</p>}
    >
      <div className="mb-6 grid grid-cols-1 gap-3 sm:grid-cols-[1fr_15rem]">
        <SearchField
          label="Search tips"
          placeholder="Search by message or amount..."
          value={search}
          onSearch={(text) => {
            if (text !== search) look({ search: text })
          }}
        />
        <Select
          aria-label="Filter tips"
          value={filter}
          onChange={(event) => look({ filter: toTipFilter(event.target.value) })}
        >
          <option value="most_recent">Most Recent</option>
          <option value="latest">Latest First</option>
          <option value="all">All Tips (Sequential)</option>
        </Select>
      </div>
      {tips && !(isOfLastSearch && tips.length === 0) ? (
        <ReceivedTips
          tips={tips}
          isOfLastSearch={isOfLastSearch}
          total={total}
          search={search}
          searchedNewest={searchedNewest}
          query={query}
          onClear={() => look({ search: '' })}
        />
      ) : (
        <TipsSkeleton />
      )}
    </Page>
  )
}
