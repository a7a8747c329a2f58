import { type ComponentProps, lazy } from 'react'
import { afterFirstContent } from '#ui/first-content.ts'
import { Page } from '#ui/page.tsx'
import { Later } from '#ui/later.tsx'

const FeedRail = lazy(() =>
  afterFirstContent(async () => ({ default: (await import('./feed-rail.tsx')).FeedRail })),
)

export const FeedFrame = (page: ComponentProps<typeof Page>) => (
  <Page
    rail={
      <Later>
        <FeedRail />
      </Later>
    }
    {...page}
  />
)
