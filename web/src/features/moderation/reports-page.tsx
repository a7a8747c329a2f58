import { usePageTitle } from '#site/page-title.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { ModerationTab } from './moderation-tab.tsx'
import { Page } from '#ui/page.tsx'

/** The moderation tab as a separate page. */
export function ReportsPage() {
  usePageTitle('Moderation')
  const isAdmin = useSignedInViewer().role === 'admin'
  return (
    <Page
      title="Moderation"
      lead={isAdmin ? 'What members reported, and every post there is.' : 'What members reported.'}
    >
      <ModerationTab />
    </Page>
  )
}
