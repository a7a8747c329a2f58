import { Button } from './button.tsx'

type NotLoadedProps = { onRetry: () => unknown; className?: string; children: string }

/** Says in place of a list that it could not be loaded, with another try beside it. */
export const NotLoaded = ({ onRetry, className = '', children }: NotLoadedProps) => (
  <div role="alert" className={`flex flex-wrap items-center gap-x-4 ${className}`}>
    <p className="font-medium text-dismissal">{children}</p>
    <Button kind="link" onClick={() => void onRetry()}>
      Try again
    </Button>
  </div>
)

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
