import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import type { User } from '@touchline/contract/people.ts'
import { logProblem } from '#api/log.ts'
import { type AppPath, paths } from '#paths.ts'
import { deniedUnless, onlyFor } from '#session/guards.ts'
import { takeReturnPath } from '#session/take-return-path.ts'
import { useViewer } from '#session/viewer.ts'
import { isRendered } from '#site/page-data.ts'
import { FullSpinner } from '#ui/spinner.tsx'
import { toAuditSearch } from './features/audit/audit-search.ts'
import { toPeriodSearch } from './features/insights/period-search.ts'
import { toRowsSearch } from './features/insights/rows-search.ts'
import { toBooksSearch } from './features/ledger/books-search.ts'
import { toFeedSearch } from './features/posts/feed-search.ts'
import { toSettingsSearch } from './features/subscriptions/settings-search.ts'
import { toTipSearch } from './features/tips/tip-search.ts'
import { toAdminSearch } from './shell/admin-search.ts'
import { SignedInArea, SubscribeArea } from './shell/areas.tsx'
import { CrashScreen } from './shell/crash-screen.tsx'
import { NotFoundScreen } from './shell/not-found-screen.tsx'
import { RootLayout, SignedInFrame } from './shell/root-layout.tsx'

type Context = { viewer: User | null }

const root = createRootRouteWithContext<Context>()({
  component: RootLayout,
  notFoundComponent: NotFoundScreen,
  errorComponent: CrashScreen,
})
/** Pages for signed-out visitors; signed-in people are redirected to their target. */
const visitorArea = createRoute({
  getParentRoute: () => root,
  id: 'visitors',
  beforeLoad: ({ context, preload }) => {
    if (context.viewer && !preload) throw redirect({ href: takeReturnPath() ?? paths.home, replace: true })
  },
})
const members = createRoute({
  getParentRoute: () => root,
  id: 'members',
  // Fetch the frame together with the page.
  component: Object.assign(SignedInArea, { preload: SignedInFrame.preload }),
  notFoundComponent: NotFoundScreen,
})
const analyticsArea = createRoute({
  getParentRoute: () => members,
  id: 'analytics-area',
  beforeLoad: deniedUnless(null, 'creator'),
  component: lazyRouteComponent(() => import('./shell/analytics-frame.tsx'), 'AnalyticsFrame'),
})
const adminArea = createRoute({
  getParentRoute: () => members,
  id: 'admins',
  component: lazyRouteComponent(() => import('./shell/side-frames.tsx'), 'AdminFrame'),
})
/** The settings and the pages that belong to them. */
const settingsArea = createRoute({
  getParentRoute: () => members,
  id: 'settings-area',
  component: lazyRouteComponent(() => import('./shell/side-frames.tsx'), 'SettingsFrame'),
})
/** Around /subscribe, which sends signed-out people to the login page itself. */
const subscribingArea = createRoute({
  getParentRoute: () => root,
  id: 'subscribing',
  component: SubscribeArea,
})

type Place<Area, Search> = {
  area: Area
  // The context of a generic area is not known here.
  beforeLoad?: (moment: any) => void
  validateSearch?: (search: Record<string, unknown>) => Search
}

function page<
  Area extends AnyRoute,
  const Path extends AppPath,
  Name extends string,
  Module extends Record<Name, RouteComponent>,
  Search = {},
>({ area, ...options }: Place<Area, Search>, path: Path, name: Name, load: () => Promise<Module>) {
  return createRoute({
    getParentRoute: () => area,
    path,
    component: lazyRouteComponent(load, name),
    ...options,
  })
}

const homeIfSignedIn = ({ context }: { context: Context }) => {
  if (context.viewer) throw redirect({ to: paths.home, replace: true })
}

const everyone = { area: root }
const visitors = { area: visitorArea }
const people = { area: members }
const subscribers = { ...people, beforeLoad: onlyFor('subscriber') }
const creators = { ...people, beforeLoad: onlyFor('creator') }
const creatorsOrDenied = { ...people, beforeLoad: deniedUnless(null, 'creator') }
const analytics = { area: analyticsArea }
const settings = { area: settingsArea }
const staff = { area: adminArea, beforeLoad: onlyFor('creator', 'admin') }
const admins = { area: adminArea, beforeLoad: onlyFor('admin') }
const adminsOrDenied = { area: adminArea, beforeLoad: deniedUnless(null, 'admin') }

type LazyPage = ReturnType<typeof lazyRouteComponent>

/** A page with a version for strangers; preloads the one that the viewer will see. */
const withTeaser = (Teaser: LazyPage, Full: LazyPage) => {
  const full = (
    <SignedInArea>
      <Full />
    </SignedInArea>
  )
  return Object.assign(() => (useViewer() ? full : <Teaser />), {
    preload: async () => (isRendered() ? Teaser : Full).preload?.(),
  })
}

const home = createRoute({
  getParentRoute: () => root,
  path: paths.home,
  component: withTeaser(
    lazyRouteComponent(() => import('./features/site/landing-page.tsx'), 'LandingPage'),
    lazyRouteComponent(() => import('./shell/member-home.tsx'), 'MemberHome'),
  ),
})
const post = createRoute({
  getParentRoute: () => root,
  path: paths.post,
  component: withTeaser(
    lazyRouteComponent(() => import('./features/teasers/post-teaser-page.tsx'), 'PostTeaserPage'),
    lazyRouteComponent(() => import('./features/posts/post-page.tsx'), 'PostPage'),
  ),
})

const publicPages = [
  home,
  post,
  page(everyone, paths.terms, 'TermsPage', () => import('./features/site/terms-page.tsx')),
  page(everyone, paths.privacy, 'PrivacyPage', () => import('./features/site/privacy-page.tsx')),
  page(everyone, paths.rules, 'RulesPage', () => import('./features/site/rules-page.tsx')),
  page(
    everyone,
    paths.influencerInfo,
    'InfluencerInfoPage',
    () => import('./features/site/influencer-info-page.tsx'),
  ),
  page(
    { ...everyone, beforeLoad: homeIfSignedIn },
    paths.paymentSuccess,
    'PaymentSuccessPage',
    () => import('./features/subscriptions/payment-success-page.tsx'),
  ),
] as const

/** Pages for links in emails, open to everyone, also to suspended people. */
export const emailLinkPages = [
  page(
    everyone,
    paths.resetPassword,
    'ResetPasswordPage',
    () => import('./features/accounts/reset-password-page.tsx'),
  ),
  page(
    everyone,
    paths.confirmEmail,
    'ConfirmEmailPage',
    () => import('./features/accounts/confirm-email-page.tsx'),
  ),
  page(
    everyone,
    paths.finishSignup,
    'FinishSignupPage',
    () => import('./features/accounts/finish-signup-page.tsx'),
  ),
  page(everyone, paths.unlock, 'UnlockPage', () => import('./features/accounts/unlock-page.tsx')),
  page(
    everyone,
    paths.emailChange,
    'EmailChangePage',
    () => import('./features/accounts/email-change-page.tsx'),
  ),
  page(
    everyone,
    paths.keepSecondStep,
    'KeepSecondStepPage',
    () => import('./features/accounts/keep-second-step-page.tsx'),
  ),
  page(everyone, paths.appeal, 'AppealPage', () => import('./features/moderation/appeal-page.tsx')),
  page(everyone, paths.setup, 'SetupPage', () => import('./features/staff/setup-page.tsx')),
  page(
    everyone,
    paths.accountDeletion,
    'AccountDeletionPage',
    () => import('./shell/account-deletion-page.tsx'),
  ),
  page(
    everyone,
    paths.unsubscribe,
    'UnsubscribePage',
    () => import('./features/notifications/unsubscribe-page.tsx'),
  ),
] as const

const visitorPages = [
  page(visitors, paths.login, 'LoginPage', () => import('./features/accounts/login-page.tsx')),
  page(
    visitors,
    paths.forgotPassword,
    'ForgotPasswordPage',
    () => import('./features/accounts/forgot-password-page.tsx'),
  ),
  page(visitors, paths.signup, 'SignupPage', () => import('./features/subscriptions/signup-page.tsx')),
  page(visitors, paths.payment, 'PaymentPage', () => import('./features/subscriptions/payment-page.tsx')),
] as const

const settingsPages = [
  page(
    { ...settings, validateSearch: toSettingsSearch },
    paths.settings,
    'SettingsPage',
    () => import('./shell/settings-page.tsx'),
  ),
  page(settings, paths.profile, 'ProfilePage', () => import('./features/profiles/profile-page.tsx')),
  page(
    settings,
    paths.downloadData,
    'DownloadDataPage',
    () => import('./features/exports/download-data-page.tsx'),
  ),
  page(
    settings,
    paths.changePassword,
    'ChangePasswordPage',
    () => import('./features/accounts/change-password-page.tsx'),
  ),
] as const

const memberPages = [
  page(
    { ...people, validateSearch: toFeedSearch },
    paths.content,
    'ContentPage',
    () => import('./features/posts/content-page.tsx'),
  ),
  page(people, paths.saved, 'SavedPage', () => import('./features/saved/saved-page.tsx')),
  page(people, paths.savedPost, 'SavedPostPage', () => import('./shell/saved-post-page.tsx')),
  page(people, paths.creator, 'CreatorPage', () => import('./shell/creator-page.tsx')),
  page(subscribers, paths.myTips, 'MyTipsPage', () => import('./features/tips/my-tips-page.tsx')),
] as const

const creatorPages = [
  page(creators, paths.inbox, 'InboxPage', () => import('./features/comments/inbox-page.tsx')),
  page(creators, paths.desk, 'DeskPage', () => import('./features/drafts/desk-page.tsx')),
  page(creators, paths.draft, 'DraftPage', () => import('./features/drafts/draft-page.tsx')),
  page(
    creatorsOrDenied,
    paths.promoTest,
    'PromoTestPage',
    () => import('./features/subscriptions/promo-test-page.tsx'),
  ),
  page(
    { ...creatorsOrDenied, validateSearch: toRowsSearch },
    paths.analyticsRows,
    'RowsPage',
    () => import('./features/insights/rows-page.tsx'),
  ),
  page(
    creatorsOrDenied,
    paths.postReach,
    'PostReachPage',
    () => import('./features/reach/post-reach-page.tsx'),
  ),
] as const

const analyticsPages = [
  page(
    { ...analytics, validateSearch: toPeriodSearch },
    paths.analytics,
    'AnalyticsPage',
    () => import('./features/insights/analytics-page.tsx'),
  ),
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
] as const

const creatorAndAdminPages = [
  page(
    { ...staff, validateSearch: toTipSearch },
    paths.tipsReceived,
    'TipsReceivedPage',
    () => import('./features/tips/tips-received-page.tsx'),
  ),
  page(staff, paths.payouts, 'PayoutsPage', () => import('./features/payouts/payouts-page.tsx')),
  page(staff, paths.statement, 'StatementPage', () => import('./features/payouts/statement-page.tsx')),
  page(
    {
      ...staff,
      beforeLoad: deniedUnless('Only creators and admins can access this page.', 'creator', 'admin'),
    },
    paths.blockUsers,
    'BlockUsersPage',
    () => import('./features/blocks/block-users-page.tsx'),
  ),
] as const

const adminPages = [
  page(
    { ...adminsOrDenied, validateSearch: toAdminSearch },
    paths.admin,
    'AdminPage',
    () => import('./shell/admin-page.tsx'),
  ),
  page(adminsOrDenied, paths.adminPerson, 'PersonPage', () => import('./features/admin/person-page.tsx')),
  page(
    { ...adminsOrDenied, validateSearch: toAuditSearch },
    paths.audit,
    'AuditPage',
    () => import('./features/audit/audit-page.tsx'),
  ),
  page(admins, paths.staff, 'StaffPage', () => import('./features/staff/staff-page.tsx')),
  page(admins, paths.mediaHealth, 'MediaPage', () => import('./features/media/media-page.tsx')),
  page(admins, paths.health, 'HealthPage', () => import('./features/health/health-page.tsx')),
  page(admins, paths.reports, 'ReportsPage', () => import('./features/moderation/reports-page.tsx')),
  page(admins, paths.support, 'SupportPage', () => import('./features/support/support-page.tsx')),
  page(
    admins,
    paths.deletions,
    'DeletionsPage',
    () => import('./features/account-deletion/deletions-page.tsx'),
  ),
  page(admins, paths.mail, 'MailPage', () => import('./features/emails/mail-page.tsx')),
  page(admins, paths.rehearsal, 'SimulatorPage', () => import('./features/simulator/simulator-page.tsx')),
  page(
    { ...admins, validateSearch: toBooksSearch },
    paths.books,
    'BooksPage',
    () => import('./features/ledger/books-page.tsx'),
  ),
] as const

const routeTree = root.addChildren([
  ...publicPages,
  ...emailLinkPages,
  visitorArea.addChildren(visitorPages),
  members.addChildren([
    ...memberPages,
    ...creatorPages,
    analyticsArea.addChildren(analyticsPages),
    settingsArea.addChildren(settingsPages),
    adminArea.addChildren([...creatorAndAdminPages, ...adminPages]),
  ]),
  subscribingArea.addChildren([
    page(
      { area: subscribingArea },
      paths.subscribe,
      'SubscribePage',
      () => import('./features/subscriptions/subscribe-page.tsx'),
    ),
  ]),
])

type Where = { history?: RouterHistory; scrollRestoration: boolean | (() => boolean) }

export const makeRouter = (where: Where) =>
  createRouter({
    ...where,
    // An unknown address shows the same page to everyone.
    notFoundMode: 'root',
    routeTree,
    context: { viewer: null },
    defaultPreload: 'intent',
    defaultPendingComponent: FullSpinner,
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: CrashScreen,
    defaultOnCatch: (error) => logProblem('A page crashed', error),
    defaultViewTransition: true,
  })

export type AppRouter = ReturnType<typeof makeRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
