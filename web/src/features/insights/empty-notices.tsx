import { useCreatorName } from '#people/names.ts'
import { EmptyState } from '#ui/empty-state.tsx'

/** Replaces amounts for a creator who does not receive the club's revenue. */
export function NoRevenueNotice() {
  const creatorName = useCreatorName()
  return (
    <p className="surface p-5">
      What members pay here is {creatorName}’s, so there are no amounts of yours to show.
    </p>
  )
}

/** Replaces figures until they have been counted once. */
export function NotCountedNotice() {
  return (
    <div className="mt-6">
      <EmptyState title="Not counted yet">
        The figures are being counted for the first time. They appear here within a minute.
      </EmptyState>
    </div>
  )
}
