import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { mineFilters, showCounts } from '@touchline/contract/filters.ts'
import { foldTag } from '@touchline/contract/tags.ts'
import type { ReactNode } from 'react'
import { call } from '#api/call.ts'
import { typeNames } from '#people/post-line.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { FeedFilters } from './feed-search.ts'

const filterCounts = (query: FeedFilters) =>
  queryOptions({
    queryKey: ['posts', 'filter-counts', query],
    queryFn: ({ signal }) => call(showCounts, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: false,
  })

const mineNames = {
  liked: 'Liked by me',
  bookmarked: 'Bookmarked',
  unfinished: 'Not finished',
  unseen: 'Not seen yet',
}

type Props = { query: FeedFilters; onChange: (query: FeedFilters) => void; onClose: () => void }

/** Every choice changes the address at once, so that the back button undoes it. */
export function FilterDialog({ query, onChange, onClose }: Props) {
  const { data, isError, refetch } = useQuery(filterCounts(query))
  const { search, ...filters } = query
  const toggle = (name: keyof typeof filters, choice: FeedFilters, isOn: boolean) => {
    const { [name]: _before, ...others } = query
    onChange(isOn ? others : { ...others, ...choice })
  }
  const number = (count: number) => `${count.toLocaleString('en-US')}${data?.isExact ? '' : '+'}`
  const option = (
    name: keyof typeof filters,
    {
      key,
      label,
      count,
      choice,
      isOn,
    }: { key: string; label: ReactNode; count: number; choice: FeedFilters; isOn: boolean },
  ) => (
    <li key={key} className="min-w-0">
      <Button
        kind={isOn ? 'chalk' : 'outline'}
        aria-pressed={isOn}
        className="h-auto! max-w-full px-3! text-left whitespace-normal!"
        onClick={() => toggle(name, choice, isOn)}
      >
        <bdi className="min-w-0 break-words">{label}</bdi>
        <span className="board text-sm opacity-80">{number(count)}</span>
      </Button>
    </li>
  )
  return (
    <Dialog
      open
      wide
      title="Filters"
      description={search ? `Within the search for “${search}”.` : undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      {data ? (
        <div className="mt-5 grid gap-5">
          <Group title="Type">
            {data.types.map(({ type, count }) =>
              option('type', {
                key: type,
                label: typeNames[type],
                count,
                choice: { type },
                isOn: query.type === type,
              }),
            )}
          </Group>
          <Group title="Collection">
            {data.collections.map(({ id, title, count }) =>
              option('collection', {
                key: id,
                label: title,
                count,
                choice: { collection: id },
                isOn: query.collection === id,
              }),
            )}
          </Group>
          <Group title="Tag">
            {data.tags.map(({ tag, count }) =>
              option('tag', {
                key: tag,
                label: tag,
                count,
                choice: { tag },
                isOn: query.tag !== undefined && foldTag(query.tag) === foldTag(tag),
              }),
            )}
          </Group>
          <Group title="Year">
            {data.years.map(({ year, count }) =>
              option('year', {
                key: String(year),
                label: year,
                count,
                choice: { year },
                isOn: query.year === year,
              }),
            )}
          </Group>
          <Group title="Mine">
            {mineFilters
              .filter((name) => data.mine[name] > 0 || query[name])
              .map((name) =>
                option(name, {
                  key: name,
                  label: mineNames[name],
                  count: data.mine[name],
                  choice: { [name]: 'yes' },
                  isOn: query[name] !== undefined,
                }),
              )}
          </Group>
        </div>
      ) : isError ? (
        <NotLoaded className="mt-5" onRetry={refetch}>
          The filters could not be loaded.
        </NotLoaded>
      ) : (
        <Skeleton className="mt-5 h-64" />
      )}
      <DialogActions>
        {Object.keys(filters).length > 0 ? (
          <Button kind="outline" onClick={() => onChange(search ? { search } : {})}>
            Clear Filters
          </Button>
        ) : null}
        <Button onClick={onClose}>
          {data ? `Show ${number(data.total)} ${data.total === 1 ? 'Post' : 'Posts'}` : 'Done'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Group({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      <ul className="flex max-h-52 flex-wrap gap-2 overflow-y-auto">{children}</ul>
    </section>
  )
}
