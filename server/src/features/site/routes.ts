import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { notFound } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { imageCache } from '#features/media-access/image-cache.ts'
import { servedFileLookup } from '#features/media-access/media-owner.ts'
import { serveFile } from '#features/media-access/serve-file.ts'
import { squareVariant } from '#features/media/square-variant.ts'
import { tipAmountCents } from '#features/tips/tip-rules.ts'
import type { Route } from '#http/routes.ts'
import { isStaff } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { landingFigures } from './landing-figures.ts'
import { creatorOf, publicAvatar } from './creator-of.ts'
import { openApiDocument } from './openapi.ts'
import { securityText } from './security-text.ts'

export function routes(route: Route, services: Services): void {
  const { db, config, payments, site, address, clock } = services
  const mainInfluencer = db
    .select({
      id: people.id,
      firstName: people.firstName,
      lastName: people.lastName,
      bio: people.bio,
      isPrivate: people.isPrivate,
      avatarId: people.avatarId,
    })
    .from(people)
    .where(eq(people.isMainInfluencer, true))
    .limit(1)
    .prepare('main_influencer')

  const figures = landingFigures(services, site)

  const files = servedFileLookup(db)
  const cache = imageCache(services.media)

  route(
    api.site.portrait,
    async ({ request, reply }) => {
      const [account] = await mainInfluencer.execute()
      const mediaId = publicAvatar(account)
      const [file] = mediaId ? await files.execute({ mediaId, variant: squareVariant }) : []
      if (!file) throw notFound('Portrait')
      return serveFile({ request, reply }, { ...file, etag: `"${mediaId}"` }, services, {
        onOpen() {},
        cache,
      })
    },
    { isAsIs: true },
  )

  route(api.site.show, async () => {
    const [account] = await mainInfluencer.execute()
    return {
      name: site.name,
      creator: creatorOf(site, account),
      price: payments.price.unitAmountCents / 100,
      tipAmount: tipAmountCents / 100,
      supportEmail: site.supportEmail,
      figures: await figures(),
      gate: { enabled: config.accessCode !== null },
      payments: {
        provider: payments.provider,
        publishableKey: payments.publishableKey,
        apiBase: payments.apiBase,
        methods: payments.methods,
      },
      features: {
        sandbox: payments.provider === 'sandbox',
        offline: config.opensOffline,
        demo: site.isDemo,
        asksPhone: config.asksPhone,
      },
    }
  })

  // Built on demand, because it is expensive and rarely requested.
  const documents = new Map<boolean, ReturnType<typeof openApiDocument>>()
  route(api.site.openapi, ({ viewer }) => {
    const toStaff = viewer !== null && !viewer.isBlocked && isStaff(viewer)
    const document =
      documents.get(toStaff) ??
      openApiDocument({ siteName: site.name, siteUrl: address.url, isStaff: toStaff })
    documents.set(toStaff, document)
    return document
  })

  route(api.site.security, ({ reply }) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(securityText({ supportEmail: site.supportEmail, siteUrl: address.url, now: clock.now() })),
  )
}
