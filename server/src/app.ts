import { api } from '@touchline/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { alertErasure } from '#alerts/schema.ts'
import { demoErasure } from '#demo/schema.ts'
import { eventErasure } from '#events/schema.ts'
import * as deletionEmails from '#features/account-deletion/emails.ts'
import { accountDeletion } from '#features/account-deletion/feature.ts'
import { accounts } from '#features/accounts/feature.ts'
import { admin } from '#features/admin/feature.ts'
import { agreements } from '#features/agreements/feature.ts'
import { apiKeys } from '#features/api-keys/feature.ts'
import { audience } from '#features/audience/feature.ts'
import { audit } from '#features/audit/feature.ts'
import { blocks } from '#features/blocks/feature.ts'
import { captions } from '#features/captions/feature.ts'
import { checklists } from '#features/checklists/feature.ts'
import { comments } from '#features/comments/feature.ts'
import { drafts } from '#features/drafts/feature.ts'
import { notifyDraftOwner } from '#features/drafts/notify-draft-owner.ts'
import { emails } from '#features/emails/feature.ts'
import { exports } from '#features/exports/feature.ts'
import type { Feature } from '#features/feature.ts'
import { gate } from '#features/gate/feature.ts'
import { health } from '#features/health/feature.ts'
import { insights } from '#features/insights/feature.ts'
import { ledger } from '#features/ledger/feature.ts'
import { mediaAccess } from '#features/media-access/feature.ts'
import { media } from '#features/media/feature.ts'
import { moderation } from '#features/moderation/feature.ts'
import { holdRules } from '#features/hold-rules/feature.ts'
import { silences } from '#features/silences/feature.ts'
import { needsAttention } from '#features/needs-attention/feature.ts'
import { notifications } from '#features/notifications/feature.ts'
import { pages } from '#features/pages/feature.ts'
import { openPages } from '#features/pages/open-pages.ts'
import { payouts } from '#features/payouts/feature.ts'
import { siteStyle } from '#features/pages/site-style.ts'
import { people } from '#features/people/feature.ts'
import { posts } from '#features/posts/feature.ts'
import { updatePostsOfMedia } from '#features/posts/update-posts-of-media.ts'
import { profiles } from '#features/profiles/feature.ts'
import { reach } from '#features/reach/feature.ts'
import { reconciliation } from '#features/reconciliation/feature.ts'
import { saved } from '#features/saved/feature.ts'
import { search } from '#features/search/feature.ts'
import { signup } from '#features/signup/feature.ts'
import { findPaidSignup } from '#features/signup/sign-in-after-paying.ts'
import { simulator } from '#features/simulator/feature.ts'
import { emailBrand } from '#features/site/email-brand.ts'
import { site } from '#features/site/feature.ts'
import { siteSettings } from '#features/site-settings/feature.ts'
import { visitCounter } from '#features/sources/count-visits.ts'
import { sources } from '#features/sources/feature.ts'
import { staff } from '#features/staff/feature.ts'
import { subscriptions } from '#features/subscriptions/feature.ts'
import { support } from '#features/support/feature.ts'
import { teasers } from '#features/teasers/feature.ts'
import { tips } from '#features/tips/feature.ts'
import { webhooks } from '#features/webhooks/feature.ts'
import { sendClock } from '#http/clock-header.ts'
import { readCookie, sessionCookie } from '#http/cookies.ts'
import { answerWith, routesOn } from '#http/routes.ts'
import { serveWebApp } from '#http/web-app.ts'
import { jobErasure } from '#jobs/erasure.ts'
import { rateLimitErasure } from '#limits/schema.ts'
import { liveRoutes } from '#live/live-socket.ts'
import { emailErasure } from '#mail/schema.ts'
import { providerJobs } from '#payments/check-provider.ts'
import { sandboxRoutes } from '#payments/sandbox-routes.ts'
import { paymentErasure } from '#payments/schema.ts'
import type { Services } from '#services.ts'
import { iconsOf } from '#site/icons.ts'
import type { MovingClock } from '#time/clock.ts'
import { webhookErasure } from '#webhooks/schema.ts'
import { viewersOf } from './features/viewer/authenticate.ts'

/** The platform folders, which know no feature, declared as one. */
const platform: Feature = {
  rawRoutes: (scope, _route, services) => sandboxRoutes(scope, services),
  jobs: providerJobs,
  erase: [
    ...emailErasure,
    ...jobErasure,
    ...paymentErasure,
    ...alertErasure,
    ...eventErasure,
    ...rateLimitErasure,
    ...webhookErasure,
    ...demoErasure,
  ],
}

/**
 * The order counts: an erasure starts with people, signup handles an event after subscriptions does,
 * an export writes its files from top to bottom, and the simulator runs jobs of the same minute likewise.
 */
export const features: Feature[] = [
  people,
  site,
  siteSettings,
  teasers,
  pages,
  health,
  gate((services, { app }) => {
    const visits = visitCounter(services, app)
    return (enteredWith) => visits.count('gate', enteredWith)
  }),
  support,
  accounts(findPaidSignup),
  agreements,
  apiKeys,
  admin,
  audience,
  audit,
  blocks,
  staff,
  profiles,
  subscriptions,
  signup,
  sources,
  tips,
  ledger,
  reconciliation,
  payouts,
  insights,
  media(updatePostsOfMedia, notifyDraftOwner),
  mediaAccess,
  captions,
  posts,
  reach,
  comments,
  search,
  drafts,
  moderation,
  holdRules,
  silences,
  needsAttention,
  checklists,
  saved,
  exports,
  accountDeletion,
  notifications,
  emails(deletionEmails),
  webhooks,
  simulator,
  platform,
]

/** Registers the background jobs of every feature and the brand of emails. Call it before the jobs start. */
export function declareJobs(services: Services): void {
  services.mail.showBrand(emailBrand(services))
  for (const feature of features) feature.jobs?.(services, features)
}

/** Mounts the routes of every feature. Throws when an endpoint of the contract has no handler. */
export async function mountApp(
  app: FastifyInstance,
  services: Services & { clock: MovingClock },
  webFolder: string | null,
): Promise<void> {
  const { recognize, ...viewers } = viewersOf(services)
  const answers = new Map()
  const deps = { ...services, ...viewers, answers }
  const route = routesOn(app, deps)
  if (services.payments.sandbox) sendClock(app, services.clock)
  for (const feature of features) feature.routes?.(route, services, { app, features })
  liveRoutes(app, services, recognize)
  for (const { rawRoutes } of features)
    if (rawRoutes) await app.register(async (scope) => rawRoutes(scope, routesOn(scope, deps), services))
  await serveWebApp(app, webFolder, {
    paysAtStripe: services.payments.provider === 'stripe',
    cdnUrl: services.config.media.cdnUrl,
    isOpenToAll: () => !services.site.settings.gateIsOn,
    opensOffline: services.config.opensOffline,
    site: () => ({
      name: services.site.settings.name,
      style: siteStyle(services.site),
      icons: iconsOf(services.site.pictures.logo),
    }),
    hasSession: (request) => readCookie(request, services.address, sessionCookie) !== null,
    documentOf: await openPages(services, {
      webFolder,
      answer: answerWith(answers),
      viewerOf: viewers.viewerOf,
      visits: visitCounter(services, app),
    }),
  })

  for (const noun of Object.values(api))
    for (const endpoint of Object.values(noun))
      if (!app.hasRoute({ method: endpoint.method, url: endpoint.path }))
        throw new Error(`${endpoint.method} ${endpoint.path} is in the contract but has no handler.`)
}
