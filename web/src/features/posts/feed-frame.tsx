import { type ComponentProps, lazy, Suspense } from 'react'
import { afterFirstContent } from '#ui/first-content.ts'
import { Page } from '#ui/page.tsx'

const FeedRail = lazy(() =>
  afterFirstContent(async () => ({ default: (await import('./feed-rail.tsx')).FeedRail })),
)

export const FeedFrame = (page: ComponentProps<typeof Page>) => (
  <Page
    rail={
      <Suspense fallback={null}>
        <FeedRail />
      </Suspense>
    }
    {...page}
  />
)
