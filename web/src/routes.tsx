import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { logProblem } from '#api/log.ts'
import { paths } from '#paths.ts'
import { deniedUnless, onlyFor } from '#session/guards.ts'
import { useViewer } from '#session/viewer.ts'
import { FullSpinner } from '#ui/spinner.tsx'
import { toRowsSearch } from './features/insights/rows-search.ts'
import { toFeedSearch } from './features/posts/feed-search.ts'
import { toTipSearch } from './features/tips/tip-search.ts'
import { toSettingsSearch } from './features/subscriptions/settings-search.ts'
import { CrashScreen } from './shell/crash-screen.tsx'
import { NotFoundScreen } from './shell/not-found-screen.tsx'
import { adminRoutes } from './admin-routes.tsx'
import { emailLinkRoutes } from './email-link-routes.tsx'
import { members, root, subscribing, visitors } from './route-groups.tsx'
import { savedRoutes } from './saved-routes.tsx'

/* The route table: one `const` a screen (made inside addChildren they would lose their types), grouped by who may see it. */

const FrontPage = lazyRouteComponent(() => import('./shell/front-page.tsx'), 'FrontPage')
const MemberHome = lazyRouteComponent(() => import('./shell/member-home.tsx'), 'MemberHome')

// Public pages.
const home = createRoute({
  getParentRoute: () => root,
  path: paths.home,
  component: () => (useViewer() ? <MemberHome /> : <FrontPage />),
})
const terms = createRoute({
  getParentRoute: () => root,
  path: paths.terms,
  component: lazyRouteComponent(() => import('./features/site/terms-page.tsx'), 'TermsPage'),
})
const privacy = createRoute({
  getParentRoute: () => root,
  path: paths.privacy,
  component: lazyRouteComponent(() => import('./features/site/privacy-page.tsx'), 'PrivacyPage'),
})
const rules = createRoute({
  getParentRoute: () => root,
  path: paths.rules,
  component: lazyRouteComponent(() => import('./features/site/rules-page.tsx'), 'RulesPage'),
})
const influencerInfo = createRoute({
  getParentRoute: () => root,
  path: paths.influencerInfo,
  component: lazyRouteComponent(
    () => import('./features/site/influencer-info-page.tsx'),
    'InfluencerInfoPage',
  ),
})

const login = createRoute({
  getParentRoute: () => visitors,
  path: paths.login,
  component: lazyRouteComponent(() => import('./shell/sign-in-page.tsx'), 'SignInPage'),
})
const forgotPassword = createRoute({
  getParentRoute: () => visitors,
  path: paths.forgotPassword,
  component: lazyRouteComponent(
    () => import('./features/accounts/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
})

const signup = createRoute({
  getParentRoute: () => visitors,
  path: paths.signup,
  component: lazyRouteComponent(() => import('./features/subscriptions/signup-page.tsx'), 'SignupPage'),
})
const payment = createRoute({
  getParentRoute: () => visitors,
  path: paths.payment,
  component: lazyRouteComponent(() => import('./features/subscriptions/payment-page.tsx'), 'PaymentPage'),
})
// A reload after the account was created finds a signed-in person, which is fine.
const paymentSuccess = createRoute({
  getParentRoute: () => root,
  path: paths.paymentSuccess,
  beforeLoad: ({ context }) => {
    if (context.viewer) throw redirect({ to: paths.home, replace: true })
  },
  component: lazyRouteComponent(() => import('./shell/payment-success-page.tsx'), 'PaymentSuccess'),
})

const content = createRoute({
  getParentRoute: () => members,
  path: paths.content,
  validateSearch: toFeedSearch,
  component: lazyRouteComponent(() => import('./shell/content-page.tsx'), 'Content'),
})
const post = createRoute({
  getParentRoute: () => members,
  path: paths.post,
  component: lazyRouteComponent(() => import('./shell/post-page.tsx'), 'Post'),
})
const inbox = createRoute({
  getParentRoute: () => members,
  path: paths.inbox,
  beforeLoad: onlyFor('creator'),
  component: lazyRouteComponent(() => import('./features/comments/inbox-page.tsx'), 'InboxPage'),
})
const desk = createRoute({
  getParentRoute: () => members,
  path: paths.desk,
  beforeLoad: onlyFor('creator'),
  component: lazyRouteComponent(() => import('./features/drafts/desk-page.tsx'), 'DeskPage'),
})
const draft = createRoute({
  getParentRoute: () => members,
  path: paths.draft,
  beforeLoad: onlyFor('creator'),
  component: lazyRouteComponent(() => import('./shell/draft-page.tsx'), 'DraftPage'),
})
const tipsReceived = createRoute({
  getParentRoute: () => members,
  path: paths.tipsReceived,
  beforeLoad: onlyFor('creator', 'admin'),
  validateSearch: toTipSearch,
  component: lazyRouteComponent(() => import('./features/tips/tips-received-page.tsx'), 'TipsReceivedPage'),
})
const myTips = createRoute({
  getParentRoute: () => members,
  path: paths.myTips,
  beforeLoad: onlyFor('subscriber'),
  component: lazyRouteComponent(() => import('./features/tips/my-tips-page.tsx'), 'MyTipsPage'),
})
const promoTest = createRoute({
  getParentRoute: () => members,
  path: paths.promoTest,
  beforeLoad: deniedUnless(null, 'creator'),
  component: lazyRouteComponent(
    () => import('./features/subscriptions/promo-test-page.tsx'),
    'PromoTestPage',
  ),
})
const blockUsers = createRoute({
  getParentRoute: () => members,
  path: paths.blockUsers,
  beforeLoad: deniedUnless('Only creators and admins can access this page.', 'creator', 'admin'),
  component: lazyRouteComponent(() => import('./features/blocks/block-users-page.tsx'), 'BlockUsersPage'),
})

const analytics = createRoute({
  getParentRoute: () => members,
  path: paths.analytics,
  beforeLoad: deniedUnless(null, 'creator'),
  component: lazyRouteComponent(() => import('./shell/analytics-page.tsx'), 'Analytics'),
})
const analyticsRows = createRoute({
  getParentRoute: () => members,
  path: paths.analyticsRows,
  validateSearch: toRowsSearch,
  beforeLoad: deniedUnless(null, 'creator'),
  component: lazyRouteComponent(() => import('./features/insights/rows-page.tsx'), 'RowsPage'),
})
const revenueReports = createRoute({
  getParentRoute: () => members,
  path: paths.revenueReports,
  beforeLoad: deniedUnless(null, 'creator'),
  component: lazyRouteComponent(
    () => import('./features/insights/revenue-reports-page.tsx'),
    'RevenueReportsPage',
  ),
})
const contentAnalytics = createRoute({
  getParentRoute: () => members,
  path: paths.contentAnalytics,
  beforeLoad: deniedUnless(null, 'creator'),
  component: lazyRouteComponent(
    () => import('./features/reach/content-analytics-page.tsx'),
    'ContentAnalyticsPage',
  ),
})
const postReach = createRoute({
  getParentRoute: () => members,
  path: paths.postReach,
  beforeLoad: deniedUnless(null, 'creator'),
  component: lazyRouteComponent(() => import('./features/reach/post-reach-page.tsx'), 'PostReachPage'),
})
const audienceInsights = createRoute({
  getParentRoute: () => members,
  path: paths.audienceInsights,
  beforeLoad: deniedUnless(null, 'creator'),
  component: lazyRouteComponent(
    () => import('./features/audience/audience-insights-page.tsx'),
    'AudienceInsightsPage',
  ),
})
const payouts = createRoute({
  getParentRoute: () => members,
  path: paths.payouts,
  beforeLoad: onlyFor('creator', 'admin'),
  component: lazyRouteComponent(() => import('./features/payouts/payouts-page.tsx'), 'PayoutsPage'),
})
const statement = createRoute({
  getParentRoute: () => members,
  path: paths.statement,
  beforeLoad: onlyFor('creator', 'admin'),
  component: lazyRouteComponent(() => import('./features/payouts/statement-page.tsx'), 'StatementPage'),
})
const settings = createRoute({
  getParentRoute: () => members,
  path: paths.settings,
  validateSearch: toSettingsSearch,
  component: lazyRouteComponent(() => import('./shell/settings-page.tsx'), 'Settings'),
})
const profile = createRoute({
  getParentRoute: () => members,
  path: paths.profile,
  component: lazyRouteComponent(() => import('./shell/profile-page.tsx'), 'Profile'),
})
const creator = createRoute({
  getParentRoute: () => members,
  path: paths.creator,
  component: lazyRouteComponent(() => import('./features/profiles/creator-page.tsx'), 'CreatorPage'),
})
const downloadData = createRoute({
  getParentRoute: () => members,
  path: paths.downloadData,
  component: lazyRouteComponent(
    () => import('./features/exports/download-data-page.tsx'),
    'DownloadDataPage',
  ),
})
const changePassword = createRoute({
  getParentRoute: () => members,
  path: paths.changePassword,
  component: lazyRouteComponent(
    () => import('./features/accounts/change-password-page.tsx'),
    'ChangePasswordPage',
  ),
})
const subscribe = createRoute({
  getParentRoute: () => subscribing,
  path: paths.subscribe,
  component: lazyRouteComponent(() => import('./shell/subscribe-page.tsx'), 'Subscribe'),
})

const routeTree = root.addChildren([
  home,
  terms,
  privacy,
  rules,
  influencerInfo,
  paymentSuccess,
  ...emailLinkRoutes,
  visitors.addChildren([login, forgotPassword, signup, payment]),
  members.addChildren([
    content,
    post,
    ...savedRoutes,
    inbox,
    desk,
    draft,
    settings,
    profile,
    creator,
    downloadData,
    changePassword,
    tipsReceived,
    myTips,
    promoTest,
    analytics,
    analyticsRows,
    revenueReports,
    contentAnalytics,
    postReach,
    audienceInsights,
    payouts,
    statement,
    blockUsers,
    ...adminRoutes,
  ]),
  subscribing.addChildren([subscribe]),
])

export const router = createRouter({
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
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
