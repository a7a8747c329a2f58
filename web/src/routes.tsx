import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import type { User } from '@touchline/contract/people.ts'
import { logProblem } from '#api/log.ts'
import { paths } from '#paths.ts'
import { deniedUnless, onlyFor } from '#session/guards.ts'
import { useViewer } from '#session/viewer.ts'
import { FullSpinner } from '#ui/spinner.tsx'
import { toAuditSearch } from './features/audit/audit-search.ts'
import { toBooksSearch } from './features/ledger/books-search.ts'
import { toFeedSearch } from './features/posts/feed-search.ts'
import { toTipSearch } from './features/tips/tip-search.ts'
import { toAdminSearch } from './shell/admin-search.ts'
import { SignedInArea, SubscribeArea } from './shell/areas.tsx'
import { toSettingsSearch } from './features/subscriptions/settings-search.ts'
import { CrashScreen } from './shell/crash-screen.tsx'
import { NotFoundScreen } from './shell/not-found-screen.tsx'
import { RootLayout } from './shell/root-layout.tsx'
import { TipPlace } from './shell/tip-place.tsx'

type Context = { viewer: User | null }

/* The route table: one `const` a screen (made inside addChildren they would lose their types), grouped by who may see it. */

const root = createRootRouteWithContext<Context>()({
  component: () => <RootLayout tip={TipPlace} />,
  notFoundComponent: NotFoundScreen,
  errorComponent: CrashScreen,
})

const FrontPage = lazyRouteComponent(() => import('./shell/front-page.tsx'), 'FrontPage')
const MemberHome = lazyRouteComponent(() => import('./shell/member-home.tsx'), 'MemberHome')

// Everybody.
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
const influencerInfo = createRoute({
  getParentRoute: () => root,
  path: paths.influencerInfo,
  component: lazyRouteComponent(
    () => import('./features/site/influencer-info-page.tsx'),
    'InfluencerInfoPage',
  ),
})

// Signed out only: for everybody else these addresses do not exist.
const visitors = createRoute({
  getParentRoute: () => root,
  id: 'visitors',
  beforeLoad: ({ context }) => {
    if (context.viewer) throw notFound()
  },
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
// The link of a letter is for whoever opens it, also where somebody is signed in.
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: paths.resetPassword,
  component: lazyRouteComponent(
    () => import('./features/accounts/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
})
// The same for the link to appeal: who is blocked cannot sign in.
const appeal = createRoute({
  getParentRoute: () => root,
  path: paths.appeal,
  component: lazyRouteComponent(() => import('./features/moderation/appeal-page.tsx'), 'AppealPage'),
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
// A reload of it after the account was made finds somebody signed in: that is no wrong address.
const paymentSuccess = createRoute({
  getParentRoute: () => root,
  path: paths.paymentSuccess,
  beforeLoad: ({ context }) => {
    if (context.viewer) throw redirect({ to: paths.home, replace: true })
  },
  component: lazyRouteComponent(() => import('./shell/payment-success-page.tsx'), 'PaymentSuccess'),
})

// Signed in: `members` for every role (add `beforeLoad: onlyFor('creator', 'admin')` to a page for some), `subscribing`
// around /subscribe, which sends signed-out people to the login page itself.
const members = createRoute({ getParentRoute: () => root, id: 'members', component: SignedInArea })
const subscribing = createRoute({ getParentRoute: () => root, id: 'subscribing', component: SubscribeArea })
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
const admin = createRoute({
  getParentRoute: () => members,
  path: paths.admin,
  validateSearch: toAdminSearch,
  beforeLoad: deniedUnless(null, 'admin'),
  component: lazyRouteComponent(() => import('./shell/admin-page.tsx'), 'AdminPage'),
})
const adminPerson = createRoute({
  getParentRoute: () => members,
  path: paths.adminPerson,
  beforeLoad: deniedUnless(null, 'admin'),
  component: lazyRouteComponent(() => import('./shell/admin-person-page.tsx'), 'AdminPerson'),
})
const audit = createRoute({
  getParentRoute: () => members,
  path: paths.audit,
  validateSearch: toAuditSearch,
  beforeLoad: deniedUnless(null, 'admin'),
  component: lazyRouteComponent(() => import('./features/audit/audit-page.tsx'), 'AuditPage'),
})
const books = createRoute({
  getParentRoute: () => members,
  path: paths.books,
  validateSearch: toBooksSearch,
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./features/ledger/books-page.tsx'), 'BooksPage'),
})
const mediaHealth = createRoute({
  getParentRoute: () => members,
  path: paths.mediaHealth,
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./features/media/media-page.tsx'), 'MediaPage'),
})
const reports = createRoute({
  getParentRoute: () => members,
  path: paths.reports,
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./features/moderation/reports-page.tsx'), 'ReportsPage'),
})
const support = createRoute({
  getParentRoute: () => members,
  path: paths.support,
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./features/support/support-page.tsx'), 'SupportPage'),
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
const changePassword = createRoute({
  getParentRoute: () => members,
  path: paths.changePassword,
  component: lazyRouteComponent(
    () => import('./features/accounts/change-password-page.tsx'),
    'ChangePasswordPage',
  ),
})
const rehearsal = createRoute({
  getParentRoute: () => members,
  path: paths.rehearsal,
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./features/rehearsal/rehearsal-page.tsx'), 'RehearsalPage'),
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
  influencerInfo,
  paymentSuccess,
  resetPassword,
  appeal,
  visitors.addChildren([login, forgotPassword, signup, payment]),
  members.addChildren([
    content,
    post,
    inbox,
    desk,
    draft,
    settings,
    changePassword,
    tipsReceived,
    myTips,
    promoTest,
    payouts,
    statement,
    blockUsers,
    admin,
    adminPerson,
    audit,
    books,
    mediaHealth,
    reports,
    support,
    rehearsal,
  ]),
  subscribing.addChildren([subscribe]),
])

export const router = createRouter({
  routeTree,
  context: { viewer: null },
  defaultPreload: 'intent',
  defaultPendingComponent: () => <FullSpinner label="Loading" />,
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
