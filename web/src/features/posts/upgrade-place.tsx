import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'

const UpgradeCard = lazy(async () => ({ default: (await import('./upgrade-card.tsx')).UpgradeCard }))

/** Where somebody without access is asked to join; members load nothing for it. */
export const UpgradePlace = () => (
  <Suspense fallback={<Skeleton className="h-60" />}>
    <UpgradeCard />
  </Suspense>
)
