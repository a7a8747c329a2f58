import type { User } from '@touchline/contract/people.ts'
import { logProblem } from '#api/log.ts'
import { paths } from '#paths.ts'
import type { RouterHistory } from '#router/history.ts'
import { lazyPage, type RouteComponent } from '#router/lazy-page.tsx'
import { page, people, type Place, signedIn } from './places.tsx'
import { type Area, createRouter, type PageRoute } from '#router/router.ts'
import { onlyFor } from '#session/guards.ts'
import { takeReturnPath } from '#session/take-return-path.ts'
import { useViewer } from '#session/viewer.ts'
import { isRenderedForVisitor } from '#site/page-data.ts'
import { FullSpinner } from '#ui/spinner.tsx'
import type { AuditSearch } from './features/audit/audit-search.ts'
import type { PeriodSearch } from './features/insights/period-search.ts'
import type { RowsSearch } from './features/insights/rows-search.ts'
import type { BooksSearch } from './features/ledger/books-search.ts'
import type { FeedSearch } from './features/posts/feed-search.ts'
import type { PostSearch } from './features/posts/post-search.ts'
import type { SettingsSearch } from './features/subscriptions/settings-search.ts'
import type { TipSearch } from './features/tips/tip-search.ts'
import type { AdminSearch } from './shell/admin-search.ts'
import { SignedInArea, SubscribeArea } from './shell/areas.tsx'
import { CrashScreen } from './shell/crash-screen.tsx'
import { NotFoundScreen } from './shell/not-found-screen.tsx'
import { RootLayout, SignedInFrame } from './shell/root-layout.tsx'

declare module '#router/address.ts' {
  interface Searches {
    [paths.admin]: AdminSearch
    [paths.analytics]: PeriodSearch
    [paths.analyticsRows]: RowsSearch
    [paths.audit]: AuditSearch
    [paths.books]: BooksSearch
    [paths.content]: FeedSearch
    [paths.post]: PostSearch
    [paths.settings]: SettingsSearch
    [paths.tipsReceived]: TipSearch
  }
}

/** The settings and the pages that belong to them. */
const settingsArea: Area = {
  id: 'settings',
  component: lazyPage(() => import('./shell/side-frames.tsx'), 'SettingsFrame'),
}
/** Around /subscribe, which sends signed-out people to the login page itself. */
const subscribingArea: Area = { id: 'subscribing', component: SubscribeArea }

const everyone: Place = { areas: [] }
/** Pages for signed-out visitors; signed-in people are redirected to their target. */
const visitors: Place = {
  areas: [],
  guard: (viewer) => {
    if (!viewer) return undefined
    return takeReturnPath() ?? (viewer.role === 'moderator' ? paths.reports : paths.home)
  },
}
const subscribers: Place = { ...people, guard: onlyFor('subscriber') }
const settings: Place = { areas: [signedIn, settingsArea] }
const subscribing: Place = { areas: [subscribingArea] }

/** A page with a version for strangers; preloads the one that the viewer will see. */
const withTeaser = (Teaser: RouteComponent, Full: RouteComponent): RouteComponent => {
  const full = (
    <SignedInArea>
      <Full />
    </SignedInArea>
  )
  return Object.assign(() => (useViewer() ? full : <Teaser />), {
    // React would show the spinner for at least 0.3 s while it waits for the frame.
    preload: async () => {
      if (import.meta.env.SSR || isRenderedForVisitor()) await Teaser.preload?.()
      if (import.meta.env.SSR || !isRenderedForVisitor())
        await Promise.all([SignedInFrame.preload?.(), Full.preload?.()])
    },
  })
}

const publicPages = [
  {
    ...everyone,
    path: paths.home,
    component: withTeaser(
      lazyPage(() => import('./features/site/landing-page.tsx'), 'LandingPage'),
      lazyPage(() => import('./shell/member-home.tsx'), 'MemberHome'),
    ),
  },
  {
    ...everyone,
    path: paths.post,
    component: withTeaser(
      lazyPage(() => import('./features/teasers/post-teaser-page.tsx'), 'PostTeaserPage'),
      lazyPage(() => import('./features/posts/post-page.tsx'), 'PostPage'),
    ),
  },
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
    { ...everyone, guard: (viewer) => (viewer ? paths.home : undefined) },
    paths.paymentSuccess,
    'PaymentSuccessPage',
    () => import('./features/subscriptions/payment-success-page.tsx'),
  ),
] satisfies PageRoute[]

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
  page(
    everyone,
    paths.recoverSignIn,
    'RecoverSignInPage',
    () => import('./features/accounts/recover-sign-in-page.tsx'),
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
  page(everyone, paths.waitlist, 'WaitlistPage', () => import('./features/gate/waitlist-page.tsx')),
] satisfies PageRoute[]

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
] satisfies PageRoute[]

const settingsPages = [
  page(settings, paths.settings, 'SettingsPage', () => import('./shell/settings-page.tsx')),
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
] satisfies PageRoute[]

const memberPages = [
  page(people, paths.content, 'ContentPage', () => import('./features/posts/content-page.tsx')),
  page(
    people,
    paths.collections,
    'CollectionsPage',
    () => import('./features/collections/collections-page.tsx'),
  ),
  page(
    people,
    paths.collection,
    'CollectionPage',
    () => import('./features/collections/collection-page.tsx'),
  ),
  page(people, paths.saved, 'SavedPage', () => import('./features/saved/saved-page.tsx')),
  page(people, paths.savedPost, 'SavedPostPage', () => import('./shell/saved-post-page.tsx')),
  page(
    people,
    paths.notifications,
    'NotificationsPage',
    () => import('./features/notifications/notifications-page.tsx'),
  ),
  page(people, paths.creator, 'CreatorPage', () => import('./shell/creator-page.tsx')),
  page(subscribers, paths.myTips, 'MyTipsPage', () => import('./features/tips/my-tips-page.tsx')),
] satisfies PageRoute[]

const pages: readonly PageRoute[] = [
  ...publicPages,
  ...emailLinkPages,
  ...visitorPages,
  ...memberPages,
  ...settingsPages,
  page(
    subscribing,
    paths.subscribe,
    'SubscribePage',
    () => import('./features/subscriptions/subscribe-page.tsx'),
  ),
]

type Where = { viewer: () => User | null; history?: RouterHistory }

export const makeRouter = (where: Where) =>
  createRouter({
    ...where,
    pages,
    laterPages: async () => (await import('./staff-routes.tsx')).staffPages,
    root: RootLayout,
    notFound: NotFoundScreen,
    pending: FullSpinner,
    crash: CrashScreen,
    onCrash: (error) => logProblem('A page crashed', error),
  })
