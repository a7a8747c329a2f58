import { Button } from './button.tsx'

/** What is known of a list that comes page by page. */
type PagedQuery = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Asks for the next page of a list; nothing is there when all of it is. */
export function MoreButton({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
  className,
  children = 'Load More',
}: {
  query: PagedQuery
  className?: string
  children?: string
}) {
  if (!hasNextPage) return null
  return (
    <Button
      kind="outline"
      className={className}
      disabled={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {isFetchingNextPage ? 'Loading...' : children}
    </Button>
  )
}
