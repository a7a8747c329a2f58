import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Tabs } from 'radix-ui'
import { lazy, Suspense } from 'react'
import { paths, type AppPath } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSite } from '#site/site.ts'
import { useIsMobile } from '#ui/is-mobile.ts'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { OpenWorkSection } from '../features/needs-attention/open-work-section.tsx'
import { type AdminTab, adminTabs, toAdminSearch, toAdminTab } from './admin-search.ts'
import type { Site } from '@touchline/contract/site.ts'

/** `needs` names the site feature that the page requires. */
type AdminLink = { label: string; path: AppPath; text: string; needs?: keyof Site['features'] }

/** The admin pages besides the dashboard, in order. */
const adminLinks: AdminLink[] = [
  { label: 'Reports', path: paths.reports, text: 'What members reported, and what was decided.' },
  { label: 'Support', path: paths.support, text: 'What people wrote to support, and the answers.' },
  { label: 'Audit Log', path: paths.audit, text: 'What staff did about people and money.' },
  { label: 'Deletions', path: paths.deletions, text: 'Who asked to be deleted, and when it is done.' },
  { label: 'Staff', path: paths.staff, text: 'Creators and admins, and invitations.' },
  { label: 'Mail', path: paths.mail, text: 'Emails that did not arrive, and what each looks like.' },
  { label: 'Books', path: paths.books, text: 'Whether the money adds up, and refunds.' },
  { label: 'Media', path: paths.mediaHealth, text: 'Videos being processed, and what went wrong.' },
  { label: 'Health', path: paths.health, text: 'Whether the site is well, and what waits.' },
  { label: 'Rehearsal', path: paths.rehearsal, text: 'Time, trouble and test payments.', needs: 'sandbox' },
]

export const adminLinksFor = (features: Site['features']) =>
  adminLinks.filter(({ needs }) => !needs || features[needs])

const AnalyticsTab = lazy(async () => ({
  default: (await import('../features/admin/analytics-tab.tsx')).AnalyticsTab,
}))
const UsersTab = lazy(async () => ({ default: (await import('../features/admin/users-tab.tsx')).UsersTab }))
const ModerationTab = lazy(async () => ({
  default: (await import('../features/moderation/moderation-tab.tsx')).ModerationTab,
}))

const labels: Record<AdminTab, string> = {
  analytics: 'Analytics',
  users: 'User Management',
  moderation: 'Content Moderation',
}

/** The admin dashboard with analytics, users and moderation. */
export function AdminPage() {
  usePageTitle('Admin Dashboard')
  const navigate = useNavigate()
  const { tab = 'analytics', search = '' } = useSearch({ from: '/members/admin' })
  const isMobile = useIsMobile()
  const open = (next: { tab?: AdminTab; search?: string }, replace = false) =>
    void navigate({
      to: paths.admin,
      search: (now) => toAdminSearch({ ...now, ...next }),
      replace,
      resetScroll: false,
      viewTransition: false,
    })
  return (
    <main id="main" className="mx-auto w-full max-w-report flex-1 px-4 py-9 sm:px-6 sm:py-14">
      <h1 className="text-3xl">Admin Dashboard</h1>
      <OpenWorkSection />
      <MorePages />
      <Tabs.Root value={tab} onValueChange={(value) => open({ tab: toAdminTab(value) })}>
        {isMobile ? (
          <Select
            aria-label="Part of the dashboard"
            value={tab}
            onChange={({ target }) => open({ tab: toAdminTab(target.value) })}
          >
            {adminTabs.map((each) => (
              <option key={each} value={each}>
                {labels[each]}
              </option>
            ))}
          </Select>
        ) : (
          <Tabs.List aria-label="Parts of the dashboard" className="flex gap-1 border-b border-line">
            {adminTabs.map((each) => (
              <Tabs.Trigger
                key={each}
                value={each}
                className="-mb-px min-h-11 border-b-2 border-transparent px-4 font-semibold text-muted hover:text-chalk data-[state=active]:border-turf data-[state=active]:text-chalk"
              >
                {labels[each]}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        )}
        <Tabs.Content value={tab} tabIndex={-1} className="mt-6">
          <h2 className="sr-only">{labels[tab]}</h2>
          <Suspense fallback={<Skeleton className="h-96" />}>
            {tab === 'analytics' ? <AnalyticsTab /> : null}
            {tab === 'users' ? (
              <UsersTab search={search} onSearch={(text) => open({ search: text }, true)} />
            ) : null}
            {tab === 'moderation' ? <ModerationTab /> : null}
          </Suspense>
        </Tabs.Content>
      </Tabs.Root>
    </main>
  )
}

function MorePages() {
  const { features } = useSite()
  const pages = adminLinksFor(features)
  // In sandbox mode there is one more page than four columns hold.
  const columns = pages.length % 4 === 1 ? 'lg:grid-cols-3' : 'lg:grid-cols-4'
  return (
    <nav aria-label="More for admins" className="my-6">
      <ul className={`grid grid-cols-2 gap-3 ${columns}`}>
        {pages.map(({ label, path, text }) => (
          <li key={path}>
            <Link to={path} className="surface block h-full p-4 hover:bg-bench">
              <span className="block font-semibold">{label}</span>
              <span className="block text-sm text-muted max-sm:hidden">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
