import { clsx } from 'clsx'
import { Button } from './button.tsx'

export type PagedQuery = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

export function MoreButton({
  query: { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
  className,
  children = 'Load More',
}: {
  query: PagedQuery
  className?: string
  children?: string
}) {
  if (!hasNextPage) return null
  return (
    <div className={clsx('inline-flex flex-wrap items-center justify-center gap-3', className)}>
      {isFetchNextPageError && !isFetchingNextPage ? (
        <p role="alert" className="text-sm text-dismissal">
          More could not be loaded.
        </p>
      ) : null}
      <Button kind="outline" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchingNextPage ? 'Loading...' : children}
      </Button>
    </div>
  )
}
