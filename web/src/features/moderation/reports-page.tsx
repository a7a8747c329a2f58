import { usePageTitle } from '#site/page-title.ts'
import { ModerationTab } from './moderation-tab.tsx'

/** The moderation tab as a separate page. */
export function ReportsPage() {
  usePageTitle('Moderation')
  return (
    <main id="main" className="mx-auto w-full max-w-report flex-1 px-4 py-9 sm:px-6 sm:py-14">
      <h1 className="text-3xl">Moderation</h1>
      <p className="mt-2 mb-8 text-muted">What members reported, and every post there is.</p>
      <ModerationTab />
    </main>
  )
}
