import { lazy, Suspense } from 'react'

const Card = lazy(async () => ({ default: (await import('./upgrade-card.tsx')).UpgradeCard }))

/** The upgrade card, fetched by those who see one. */
export const UpgradeCard = () => (
  <Suspense fallback={null}>
    <Card />
  </Suspense>
)
