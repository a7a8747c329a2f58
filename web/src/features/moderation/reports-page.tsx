import { usePageTitle } from '#site/page-title.ts'
import { ModerationTab } from './moderation-tab.tsx'
import { Page } from '#ui/page.tsx'

/** The moderation tab as a separate page. */
export function ReportsPage() {
  usePageTitle('Moderation')
  return (
    <Page title="Moderation" lead="What members reported, and every post there is.">
      <ModerationTab />
    </Page>
  )
}
