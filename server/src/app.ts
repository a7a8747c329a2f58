import { api } from '@touchline/contract/api.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accountJobs } from '#features/accounts/jobs.ts'
import { accountRoutes } from '#features/accounts/routes.ts'
import { passkeyRoutes } from '#features/accounts/passkey-routes.ts'
import { emailRoutes } from '#features/accounts/email-routes.ts'
import { twoFactorRoutes } from '#features/accounts/two-factor-routes.ts'
import { agreementJobs } from '#features/agreements/jobs.ts'
import { authenticator } from '#features/viewer/authenticate.ts'
import { adminRoutes } from '#features/admin/routes.ts'
import { audienceRoutes } from '#features/audience/routes.ts'
import { auditRoutes } from '#features/audit/routes.ts'
import { blockJobs } from '#features/blocks/jobs.ts'
import { blockRoutes } from '#features/blocks/routes.ts'
import { captionRoutes } from '#features/captions/routes.ts'
import { commentRoutes } from '#features/comments/routes.ts'
import { accountDeletionJobs } from '#features/account-deletion/jobs.ts'
import { accountDeletionRoutes } from '#features/account-deletion/routes.ts'
import { draftJobs } from '#features/drafts/jobs.ts'
import { draftRoutes } from '#features/drafts/routes.ts'
import { feedRoutes } from '#features/posts/feed/feed-routes.ts'
import { gateRoutes } from '#features/gate/routes.ts'
import { healthRoutes } from '#features/health/routes.ts'
import { emailLogRoutes } from '#features/emails/routes.ts'
import { mediaRoutes } from '#features/media-access/routes.ts'
import { notificationJobs } from '#features/notifications/jobs.ts'
import { unsubscribeRoute, notificationRoutes } from '#features/notifications/routes.ts'
import { postJobs } from '#features/posts/jobs.ts'
import { postRoutes } from '#features/posts/routes.ts'
import { exportJobs } from '#features/exports/jobs.ts'
import { exportRoutes } from '#features/exports/routes.ts'
import { profileRoutes } from '#features/profiles/routes.ts'
import { insightJobs } from '#features/insights/jobs.ts'
import { insightRoutes } from '#features/insights/routes.ts'
import { reachJobs } from '#features/reach/jobs.ts'
import { reachRoutes } from '#features/reach/routes.ts'
import { ledgerJobs } from '#features/ledger/jobs.ts'
import { ledgerRoutes } from '#features/ledger/routes.ts'
import { moderationJobs } from '#features/moderation/jobs.ts'
import { moderationRoutes } from '#features/moderation/routes.ts'
import { payoutJobs } from '#features/payouts/jobs.ts'
import { payoutRoutes } from '#features/payouts/routes.ts'
import { subscriptionJobs } from '#features/subscriptions/jobs.ts'
import { tipJobs } from '#features/tips/jobs.ts'
import { simulatorRoutes } from '#features/simulator/routes.ts'
import { savedJobs } from '#features/saved/jobs.ts'
import { savedRoutes } from '#features/saved/routes.ts'
import { staffJobs } from '#features/staff/jobs.ts'
import { staffRoutes } from '#features/staff/routes.ts'
import { siteRoutes } from '#features/site/routes.ts'
import { subscriptionRoutes, webhookRoutes } from '#features/subscriptions/routes.ts'
import { supportRoutes } from '#features/support/routes.ts'
import { tipRoutes } from '#features/tips/routes.ts'
import { needsAttentionRoutes } from '#features/needs-attention/routes.ts'
import { uploadJobs } from '#features/posts/uploads/upload-jobs.ts'
import { tusContentType, uploadRoutes } from '#features/posts/uploads/upload-routes.ts'
import { deletionExamples } from '#features/account-deletion/example-emails.ts'
import { mediaJobs } from '#features/media/jobs.ts'
import { notifyDraftOwner } from '#features/drafts/notify-draft-owner.ts'
import { reconciliationJobs } from '#features/reconciliation/jobs.ts'
import { reconciliationRoutes } from '#features/reconciliation/routes.ts'
import { signupJobs } from '#features/signup/jobs.ts'
import { signupRoutes } from '#features/signup/routes.ts'
import { findPaidSignup } from '#features/signup/sign-in-after-paying.ts'
import { sendClock } from '#http/clock-header.ts'
import { readCookie, sessionCookie } from '#http/cookies.ts'
import { routesOn } from '#http/routes.ts'
import type { Viewer } from '#http/viewer.ts'
import { serveWebApp } from '#http/web-app.ts'
import { liveRoutes } from '#live/live-socket.ts'
import type { MovingClock } from '#time/clock.ts'
import { providerJobs } from '#payments/check-provider.ts'
import { sandboxRoutes } from '#payments/sandbox-routes.ts'
import type { Services } from '#services.ts'
import { updatePostsOfMedia } from '#features/posts/jobs.ts'

/** Registers the background jobs of every feature. Call it before the jobs start. */
export function declareJobs(services: Services): void {
  accountJobs(services)
  agreementJobs(services)
  blockJobs(services)
  staffJobs(services)
  subscriptionJobs(services)
  signupJobs(services)
  tipJobs(services)
  ledgerJobs(services)
  reconciliationJobs(services)
  payoutJobs(services)
  insightJobs(services)
  reachJobs(services)
  mediaJobs(services, {
    async onSettled(tx, media) {
      await updatePostsOfMedia(services, tx, media)
      await notifyDraftOwner(services, tx, media)
    },
  })
  postJobs(services)
  draftJobs(services)
  uploadJobs(services)
  moderationJobs(services)
  savedJobs(services)
  exportJobs(services)
  accountDeletionJobs(services)
  notificationJobs(services)
  providerJobs(services)
}

/** Mounts the routes of every feature. Throws when an endpoint of the contract has no handler. */
export async function mountApp(
  app: FastifyInstance,
  services: Services & { clock: MovingClock },
  webFolder: string | null,
): Promise<void> {
  const authenticate = authenticator(services)
  const recognize = (request: FastifyRequest) => {
    const token = readCookie(request, services.address, sessionCookie)
    return token ? authenticate(token) : Promise.resolve(null)
  }
  const known = new WeakMap<FastifyRequest, Promise<Viewer | null>>()
  const viewerOf = (request: FastifyRequest) => {
    const already = known.get(request)
    if (already) return already
    const viewer = recognize(request)
    known.set(request, viewer)
    return viewer
  }
  if (services.payments.sandbox) sendClock(app, services.clock)
  const viewerAnew = (request: FastifyRequest) => {
    known.delete(request)
    return viewerOf(request)
  }
  const deps = { ...services, viewerOf, viewerAnew }
  const route = routesOn(app, deps)

  siteRoutes(route, services)
  healthRoutes(app, route, services)
  gateRoutes(route, services)
  supportRoutes(route, services)
  accountRoutes(route, services, findPaidSignup(services))
  twoFactorRoutes(route, services)
  emailRoutes(route, services)
  adminRoutes(route, services)
  audienceRoutes(route, services)
  auditRoutes(route, services)
  blockRoutes(route, services)
  passkeyRoutes(route, services)
  staffRoutes(route, services)
  profileRoutes(route, services)
  reachRoutes(route, services)
  exportRoutes(route, services)
  accountDeletionRoutes(route, services)
  signupRoutes(route, services)
  subscriptionRoutes(route, services)
  postRoutes(route, services)
  commentRoutes(route, services)
  draftRoutes(route, services)
  feedRoutes(route, services)
  savedRoutes(route, services)
  mediaRoutes(route, services)
  captionRoutes(route, services)
  tipRoutes(route, services)
  needsAttentionRoutes(route, services)
  moderationRoutes(route, services)
  ledgerRoutes(route, services)
  reconciliationRoutes(route, services)
  payoutRoutes(route, services)
  insightRoutes(route, services)
  notificationRoutes(route, services)
  emailLogRoutes(route, services, deletionExamples)
  simulatorRoutes(app, route, services)
  liveRoutes(app, services, recognize)
  await app.register(async (scope) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: 1024 * 1024 },
      (_request, body, done) => done(null, body),
    )
    webhookRoutes(scope, routesOn(scope, deps), services)
  })
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 16 * 1024 }, (_request, _body, done) =>
      done(null),
    )
    unsubscribeRoute(routesOn(scope, deps), services)
  })
  await app.register(async (scope) => {
    // The upload handler reads the body itself.
    scope.addContentTypeParser(tusContentType, (_request, _body, done) => done(null))
    uploadRoutes(routesOn(scope, deps), services)
  })
  await app.register(async (scope) => sandboxRoutes(scope, services))
  await serveWebApp(app, webFolder, {
    paysAtStripe: services.payments.provider === 'stripe',
    isOpenToAll: services.config.accessCode === null,
    opensOffline: services.config.opensOffline,
    hasSession: (request) => readCookie(request, services.address, sessionCookie) !== null,
  })

  for (const noun of Object.values(api))
    for (const endpoint of Object.values(noun))
      if (!app.hasRoute({ method: endpoint.method, url: endpoint.path }))
        throw new Error(`${endpoint.method} ${endpoint.path} is in the contract but has no handler.`)
}
