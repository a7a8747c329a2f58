import type { Site } from '@touchline/contract/site.ts'
import type { SiteSettings } from '@touchline/contract/site-settings.ts'
import { eq } from 'drizzle-orm'
import { gateOf } from '#features/gate/settings.ts'
import { people } from '#features/people/schema.ts'
import { tipAmountCents } from '#features/tips/tip-rules.ts'
import type { Services } from '#services.ts'
import type { SiteInForce } from '#site/open-site.ts'
import { creatorOf } from './creator-of.ts'
import { landingFigures } from './landing-figures.ts'

export const mainInfluencer = (db: Services['db']) =>
  db
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

export function siteFacts(services: Services): (shown?: SiteInForce) => Promise<Site> {
  const { config, payments } = services
  const creator = mainInfluencer(services.db)
  const figures = landingFigures(services)
  const gate = gateOf(services)
  return async (site = services.site) => {
    const { name, accent, supportEmail, asksPhone } = site.settings
    const [account] = await creator.execute()
    return {
      name,
      accent,
      coverUrl: site.pictures.cover?.url ?? null,
      creator: creatorOf({ ...site, portraitUrl: site.pictures.portrait?.url ?? site.portraitUrl }, account),
      price: payments.price.unitAmountCents / 100,
      tipAmount: tipAmountCents / 100,
      supportEmail,
      figures: await figures(site),
      gate: await gate(),
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
        asksPhone,
      },
    }
  }
}

/** As long as the figures are cached. */
const maxAgeMs = 60_000

/** Changed settings or a changed creator drop the facts. Returns the same object until they change. */
export function cachedSiteFacts(services: Services): () => Promise<Site> {
  const { clock, live, site: inForce } = services
  const read = siteFacts(services)
  let cached: { reading: Promise<Site>; atMs: number; settings: SiteSettings } | null = null
  let last: { site: Site; text: string } | null = null
  live.onChange((what) => {
    if (what !== 'posts') cached = null
  })
  return async () => {
    const { settings } = inForce
    const opensAt = last?.site.gate.opensAt
    const hasOpened = opensAt && Date.parse(opensAt) <= clock.now().getTime()
    const isOld = cached?.settings !== settings || performance.now() - cached.atMs > maxAgeMs
    if (!cached || isOld || hasOpened || !live.isListening())
      cached = { reading: read(), atMs: performance.now(), settings }
    const current = cached
    try {
      const site = await current.reading
      const text = JSON.stringify(site)
      if (last?.text !== text) last = { site, text }
      return last.site
    } catch (error) {
      if (cached === current) cached = null
      throw error
    }
  }
}
