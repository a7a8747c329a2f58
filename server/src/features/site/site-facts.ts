import type { Site } from '@touchline/contract/site.ts'
import { eq } from 'drizzle-orm'
import { people } from '#features/people/schema.ts'
import { tipAmountCents } from '#features/tips/tip-rules.ts'
import type { Services } from '#services.ts'
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

export function siteFacts(services: Services): () => Promise<Site> {
  const { config, payments, site } = services
  const creator = mainInfluencer(services.db)
  const figures = landingFigures(services, site)
  return async () => {
    const [account] = await creator.execute()
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
  }
}

/** As long as the figures are cached. */
const maxAgeMs = 60_000

/** A live notification of a changed creator drops the facts. Returns the same object until they change. */
export function cachedSiteFacts(services: Services): () => Promise<Site> {
  const { live } = services
  const read = siteFacts(services)
  let cached: { reading: Promise<Site>; atMs: number } | null = null
  let last: { site: Site; text: string } | null = null
  live.onChange((what) => {
    if (what !== 'posts') cached = null
  })
  return async () => {
    if (!cached || !live.isListening() || performance.now() - cached.atMs > maxAgeMs)
      cached = { reading: read(), atMs: performance.now() }
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
