import type { ReactNode } from 'react'
import { MoreButton, type PagedQuery } from '#ui/more-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type Props<Item> = {
  title: string
  control: ReactNode
  /** The rows loaded so far; undefined before the first response. */
  items: Item[] | undefined
  query: PagedQuery & { isPlaceholderData: boolean }
  empty: ReactNode
  children: (item: Item) => ReactNode
}

/** Previous rows stay while the next response is pending, but a previous empty result does not. */
export function PagedSection<Item extends { id: string }>(props: Props<Item>) {
  const { title, control, items, query, empty, children } = props
  const titleId = `${title.toLowerCase()}-title`
  const isKnown = items !== undefined && !(query.isPlaceholderData && items.length === 0)
  return (
    <section aria-labelledby={titleId} className="mt-12">
      <div className="grid grid-cols-1 items-end gap-4 sm:grid-cols-[1fr_auto]">
        <h2 id={titleId} tabIndex={-1} className="scroll-mt-24 text-2xl">
          {title}
        </h2>
        {control}
      </div>
      <div className="mt-5" aria-busy={query.isPlaceholderData}>
        {!isKnown ? (
          <Skeleton className="h-36" />
        ) : items.length === 0 ? (
          empty
        ) : (
          <ul className="grid gap-3">
            {items.map((item) => (
              <li key={item.id}>{children(item)}</li>
            ))}
          </ul>
        )}
      </div>
      <div className="mt-5 text-center empty:hidden">
        <MoreButton query={query}>{`Load More ${title}`}</MoreButton>
      </div>
    </section>
  )
}
