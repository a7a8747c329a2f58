import { Button } from '#ui/button.tsx'

type Props = { hasMore: boolean; isLoading: boolean; onMore: () => void; children: string }

/** Below a list of tips: more of them, and how many of how many are shown. */
export function TipListFoot({ hasMore, isLoading, onMore, children }: Props) {
  return (
    <div className="mt-6 grid justify-items-center gap-4">
      {hasMore ? (
        <Button kind="outline" disabled={isLoading} onClick={onMore}>
          {isLoading ? 'Loading...' : 'Load More Tips'}
        </Button>
      ) : null}
      <p className="text-sm text-muted">{children}</p>
    </div>
  )
}
