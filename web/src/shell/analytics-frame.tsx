import { Link } from '#router/link.tsx'
import { Outlet, useLocation } from '#router/router-provider.tsx'
import { clsx } from 'clsx'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { Page } from '#ui/page.tsx'

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
      <nav aria-label="Analytics" className="-mt-2 border-b border-line sm:-mt-3 print:hidden">
        <ul className="-mb-px flex flex-wrap gap-x-1 sm:gap-x-4">
          {tabs.map(({ path, label }) => (
            <li key={path}>
              <Link
                to={path}
                aria-current={path === current ? 'page' : undefined}
                className={clsx(
                  'inline-flex min-h-11 items-center border-b-2 px-2 text-sm font-semibold',
                  path === current
                    ? 'border-turf text-chalk'
                    : 'border-transparent text-muted hover:border-line hover:text-chalk',
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </Page>
  )
}
