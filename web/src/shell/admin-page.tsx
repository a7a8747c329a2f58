import { useRouter, useSearch } from '#router/router-provider.tsx'
import { Tabs } from 'radix-ui'
import { lazy, Suspense } from 'react'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useIsMobile } from '#ui/is-mobile.ts'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Page } from '#ui/page.tsx'
import { OpenWorkSection } from '../features/needs-attention/open-work-section.tsx'
import type { PeopleState } from '@touchline/contract/admin.ts'
import { type AdminTab, adminTabs, toAdminSearch, toAdminTab } from './admin-search.ts'

const SiteChecklist = lazy(async () => ({
  default: (await import('../features/checklists/site-checklist.tsx')).SiteChecklistSection,
}))
const AnalyticsTab = lazy(async () => ({
  default: (await import('../features/admin/analytics-tab.tsx')).AnalyticsTab,
}))
const SourcesTab = lazy(async () => ({
  default: (await import('../features/sources/sources-tab.tsx')).SourcesTab,
}))
const UsersTab = lazy(async () => ({ default: (await import('../features/admin/users-tab.tsx')).UsersTab }))
const ModerationTab = lazy(async () => ({
  default: (await import('../features/moderation/moderation-tab.tsx')).ModerationTab,
}))

const labels: Record<AdminTab, string> = {
  analytics: 'Analytics',
  sources: 'Sources',
  users: 'User Management',
  moderation: 'Content Moderation',
}

export function AdminPage() {
  usePageTitle('Admin Dashboard')
  const router = useRouter()
  const { tab: chosen, search = '', state = null } = useSearch(toAdminSearch)
  const tab = chosen ?? 'analytics'
  const isMobile = useIsMobile()
  const open = (
    next: { tab?: AdminTab; search?: string; state?: PeopleState | undefined },
    replace = false,
  ) =>
    void router.navigate({
      to: paths.admin,
      search: toAdminSearch({ ...router.latest().search, ...next }),
      replace,
      resetScroll: false,
      viewTransition: false,
    })
  return (
    <Page title="Admin Dashboard">
      {chosen ? null : (
        <Suspense>
          <SiteChecklist />
        </Suspense>
      )}
      <OpenWorkSection />
      <Tabs.Root className="mt-9" value={tab} onValueChange={(value) => open({ tab: toAdminTab(value) })}>
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
            {tab === 'sources' ? <SourcesTab /> : null}
            {tab === 'users' ? (
              <UsersTab
                search={search}
                state={state}
                onSearch={(text) => open({ search: text }, true)}
                onFilter={(next) => open({ state: next }, true)}
              />
            ) : null}
            {tab === 'moderation' ? <ModerationTab /> : null}
          </Suspense>
        </Tabs.Content>
      </Tabs.Root>
    </Page>
  )
}
