import { Outlet, useLocation } from '#router/router-provider.tsx'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { Page } from '#ui/page.tsx'
import { TabLinks } from '#ui/tab-links.tsx'

const overview = { path: paths.analytics, label: 'Overview', title: 'Analytics' }
const tabs = [
  overview,
  { path: paths.revenueReports, label: 'Revenue', title: 'Revenue Reports' },
  { path: paths.contentAnalytics, label: 'Posts', title: 'Content Analytics' },
  { path: paths.audienceInsights, label: 'Audience', title: 'Audience Insights' },
] as const

export function AnalyticsFrame() {
  const current = useLocation().pathname
  const { title } = tabs.find(({ path }) => path === current) ?? overview
  usePageTitle(title)
  return (
    <Page title={title}>
      <div className="-mt-2 sm:-mt-3">
        <TabLinks
          label="Analytics"
          tabs={tabs.map(({ path, label }) => ({ href: path, label, isCurrent: path === current }))}
        />
      </div>
      <Outlet />
    </Page>
  )
}
