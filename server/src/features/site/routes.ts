import { site } from '@touchline/content/site.ts'
import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { people } from '#features/accounts/schema.ts'
import { tipAmountCents } from '#features/tips/tip-rules.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { landingFigures } from './landing-figures.ts'
import { openApiDocument } from './openapi.ts'

export function siteRoutes(route: Route, services: Services): void {
  const { db, config, payments } = services
  const mainInfluencer = db
    .select({ id: people.id })
    .from(people)
    .where(eq(people.isMainInfluencer, true))
    .limit(1)
    .prepare('main_influencer')

  const figures = landingFigures(services, site)

  route(api.site.show, async () => {
    const [creator] = await mainInfluencer.execute()
    return {
      name: site.name,
      creator: { ...site.creator, id: creator?.id ?? null },
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
      features: { sandbox: payments.provider === 'sandbox', offline: config.opensOffline },
    }
  })

  // Most of what a start would compute, and few ask for it.
  let document: ReturnType<typeof openApiDocument> | undefined
  route(api.site.openapi, () => (document ??= openApiDocument(site.name)))
}
