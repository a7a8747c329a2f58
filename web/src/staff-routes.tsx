import { paths } from '#paths.ts'
import { lazyPage } from '#router/lazy-page.tsx'
import type { Area, PageRoute } from '#router/router.ts'
import { deniedUnless, onlyFor } from '#session/guards.ts'
import { page, people, type Place, signedIn } from './places.tsx'

const analyticsArea: Area = {
  id: 'analytics',
  component: lazyPage(() => import('./shell/analytics-frame.tsx'), 'AnalyticsFrame'),
}
const adminArea: Area = {
  id: 'admins',
  component: lazyPage(() => import('./shell/side-frames.tsx'), 'AdminFrame'),
}
const creators: Place = { ...people, guard: onlyFor('creator') }
const creatorsOrDenied: Place = { ...people, guard: deniedUnless(null, 'creator') }
const analytics: Place = { areas: [signedIn, analyticsArea], guard: deniedUnless(null, 'creator') }
const underAdmin: Place = { areas: [signedIn, adminArea] }
const staff: Place = { ...underAdmin, guard: onlyFor('creator', 'admin') }
const admins: Place = { ...underAdmin, guard: onlyFor('admin') }
const moderators: Place = { ...underAdmin, guard: onlyFor('moderator', 'admin') }
const adminsOrDenied: Place = { ...underAdmin, guard: deniedUnless(null, 'admin') }
const creatorPages = [
  page(creators, paths.inbox, 'InboxPage', () => import('./features/comments/inbox-page.tsx')),
  page(creators, paths.drafts, 'DraftsPage', () => import('./features/drafts/drafts-page.tsx')),
  page(creators, paths.draft, 'DraftPage', () => import('./features/drafts/draft-page.tsx')),
  page(
    creatorsOrDenied,
    paths.promoTest,
    'PromoTestPage',
    () => import('./features/subscriptions/promo-test-page.tsx'),
  ),
  page(creatorsOrDenied, paths.analyticsRows, 'RowsPage', () => import('./features/insights/rows-page.tsx')),
  page(
    creatorsOrDenied,
    paths.postReach,
    'PostReachPage',
    () => import('./features/reach/post-reach-page.tsx'),
  ),
] satisfies PageRoute[]

const analyticsPages = [
  page(analytics, paths.analytics, 'AnalyticsPage', () => import('./features/insights/analytics-page.tsx')),
  page(
    analytics,
    paths.revenueReports,
    'RevenueReportsPage',
    () => import('./features/insights/revenue-reports-page.tsx'),
  ),
  page(
    analytics,
    paths.contentAnalytics,
    'ContentAnalyticsPage',
    () => import('./features/reach/content-analytics-page.tsx'),
  ),
  page(
    analytics,
    paths.audienceInsights,
    'AudienceInsightsPage',
    () => import('./features/audience/audience-insights-page.tsx'),
  ),
] satisfies PageRoute[]

const creatorAndAdminPages = [
  page(staff, paths.tipsReceived, 'TipsReceivedPage', () => import('./features/tips/tips-received-page.tsx')),
  page(staff, paths.payouts, 'PayoutsPage', () => import('./features/payouts/payouts-page.tsx')),
  page(staff, paths.statement, 'StatementPage', () => import('./features/payouts/statement-page.tsx')),
  page(
    {
      ...staff,
      guard: deniedUnless('Only creators and admins can access this page.', 'creator', 'admin'),
    },
    paths.blockUsers,
    'BlockUsersPage',
    () => import('./features/blocks/block-users-page.tsx'),
  ),
] satisfies PageRoute[]

const adminPages = [
  page(adminsOrDenied, paths.admin, 'AdminPage', () => import('./shell/admin-page.tsx')),
  page(adminsOrDenied, paths.adminPerson, 'PersonPage', () => import('./features/admin/person-page.tsx')),
  page(adminsOrDenied, paths.audit, 'AuditPage', () => import('./features/audit/audit-page.tsx')),
  page(admins, paths.site, 'SitePage', () => import('./features/site-settings/site-page.tsx')),
  page(admins, paths.staff, 'StaffPage', () => import('./features/staff/staff-page.tsx')),
  page(admins, paths.mediaHealth, 'MediaPage', () => import('./features/media/media-page.tsx')),
  page(admins, paths.health, 'HealthPage', () => import('./features/health/health-page.tsx')),
  page(moderators, paths.reports, 'ReportsPage', () => import('./features/moderation/reports-page.tsx')),
  page(admins, paths.support, 'SupportPage', () => import('./features/support/support-page.tsx')),
  page(
    admins,
    paths.deletions,
    'DeletionsPage',
    () => import('./features/account-deletion/deletions-page.tsx'),
  ),
  page(admins, paths.programs, 'ProgramsPage', () => import('./features/programs/programs-page.tsx')),
  page(admins, paths.admissions, 'AdmissionsPage', () => import('./features/gate/admissions-page.tsx')),
  page(
    admins,
    paths.promoCodes,
    'PromoCodesPage',
    () => import('./features/promo-codes/promo-codes-page.tsx'),
  ),
  page(admins, paths.mail, 'MailPage', () => import('./features/emails/mail-page.tsx')),
  page(admins, paths.rehearsal, 'SimulatorPage', () => import('./features/simulator/simulator-page.tsx')),
  page(admins, paths.books, 'BooksPage', () => import('./features/ledger/books-page.tsx')),
] satisfies PageRoute[]

/** The pages of creators, moderators and admins. */
export const staffPages: readonly PageRoute[] = [
  ...creatorPages,
  ...analyticsPages,
  ...creatorAndAdminPages,
  ...adminPages,
]
