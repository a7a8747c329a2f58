import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'

const UpgradeCard = lazy(async () => ({ default: (await import('./upgrade-card.tsx')).UpgradeCard }))

/** Loads the upgrade card on demand, so that members never load it. */
export const UpgradePlace = () => (
  <Suspense fallback={<Skeleton className="h-60" />}>
    <UpgradeCard />
  </Suspense>
)
