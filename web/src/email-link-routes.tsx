import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { root } from './route-groups.tsx'

/* Pages for links in emails. They open for everyone: signed in or not, suspended or not. */

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: paths.resetPassword,
  component: lazyRouteComponent(
    () => import('./features/accounts/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
})
const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: paths.confirmEmail,
  component: lazyRouteComponent(
    () => import('./features/accounts/confirm-email-page.tsx'),
    'ConfirmEmailPage',
  ),
})
const finishSignup = createRoute({
  getParentRoute: () => root,
  path: paths.finishSignup,
  component: lazyRouteComponent(
    () => import('./features/accounts/finish-signup-page.tsx'),
    'FinishSignupPage',
  ),
})
const unlock = createRoute({
  getParentRoute: () => root,
  path: paths.unlock,
  component: lazyRouteComponent(() => import('./features/accounts/unlock-page.tsx'), 'UnlockPage'),
})
const emailChange = createRoute({
  getParentRoute: () => root,
  path: paths.emailChange,
  component: lazyRouteComponent(() => import('./features/accounts/email-change-page.tsx'), 'EmailChangePage'),
})
const keepSecondStep = createRoute({
  getParentRoute: () => root,
  path: paths.keepSecondStep,
  component: lazyRouteComponent(
    () => import('./features/accounts/keep-second-step-page.tsx'),
    'KeepSecondStepPage',
  ),
})
const appeal = createRoute({
  getParentRoute: () => root,
  path: paths.appeal,
  component: lazyRouteComponent(() => import('./features/moderation/appeal-page.tsx'), 'AppealPage'),
})
const setup = createRoute({
  getParentRoute: () => root,
  path: paths.setup,
  component: lazyRouteComponent(() => import('./features/staff/setup-page.tsx'), 'SetupPage'),
})
const accountDeletion = createRoute({
  getParentRoute: () => root,
  path: paths.accountDeletion,
  component: lazyRouteComponent(() => import('./shell/account-deletion-page.tsx'), 'AccountDeletion'),
})
const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: paths.unsubscribe,
  component: lazyRouteComponent(
    () => import('./features/notifications/unsubscribe-page.tsx'),
    'UnsubscribePage',
  ),
})

export const emailLinkRoutes = [
  resetPassword,
  confirmEmail,
  finishSignup,
  unlock,
  emailChange,
  keepSecondStep,
  appeal,
  setup,
  accountDeletion,
  unsubscribe,
] as const
