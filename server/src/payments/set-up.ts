import type { Stripe } from 'stripe'
import type { Services } from '#services.ts'
import { preparePortal } from './prepare-portal.ts'
import { isMissingAtProvider } from './provider-errors.ts'
import { readSetting, writeSetting } from './settings.ts'

type ForSetUp = Pick<Services, 'db' | 'clock' | 'address' | 'payments'>

/**
 * Makes the sandbox ready: its promotion codes, its portal, and where this server listens for which events. Call once it listens and
 * the features have said what they wait for; doing it again changes nothing. With real keys both are the operator's, made at the provider.
 */
export async function setUpProvider(services: ForSetUp): Promise<void> {
  if (services.payments.provider !== 'sandbox') return
  const { db, clock, address, payments } = services
  await preparePromotionCodes(payments.stripe)
  await preparePortal({ stripe: payments.stripe, db, clock, siteUrl: address.url })
  await prepareWebhookEndpoint(services)
}

const demoCodes = [
  { code: 'WELCOME25', off: { percent_off: 25 } },
  { code: 'FIVEOFF', off: { amount_off: 500, currency: 'usd' } },
  { code: 'FULLTIME', off: { percent_off: 100 } },
] as const

/** The sandbox's promotion codes, each for one month. */
async function preparePromotionCodes(stripe: Stripe): Promise<void> {
  for (const { code, off } of demoCodes) {
    const found = await stripe.promotionCodes.list({ code, limit: 1 })
    if (found.data.length > 0) continue
    const coupon = await stripe.coupons.create({ ...off, duration: 'once', name: code })
    await stripe.promotionCodes.create({ code, promotion: { type: 'coupon', coupon: coupon.id } })
  }
}

async function prepareWebhookEndpoint({ db, clock, address, payments }: ForSetUp): Promise<void> {
  const { stripe, webhookSecrets } = payments
  const url = `${address.url}/api/webhooks/stripe`
  const types = payments.inbox.types()
  // The SDK's list of names is closed; ours come from the features, and the provider checks them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const enabled_events = types as Stripe.WebhookEndpointCreateParams.EnabledEvent[]
  const known = await readSetting(db, 'webhook_endpoint_id')
  if (known && webhookSecrets.length > 0) {
    try {
      const endpoint = await stripe.webhookEndpoints.retrieve(known)
      const isAsWanted =
        endpoint.url === url &&
        endpoint.status === 'enabled' &&
        endpoint.enabled_events.toSorted().join() === types.join()
      if (!isAsWanted) await stripe.webhookEndpoints.update(known, { url, enabled_events, disabled: false })
      return
    } catch (error) {
      if (!isMissingAtProvider(error)) throw error
    }
  }
  const endpoint = await stripe.webhookEndpoints.create({
    url,
    enabled_events,
    api_version: '2026-10-28.endive',
  })
  await writeSetting(db, clock, 'webhook_secret', endpoint.secret!)
  await writeSetting(db, clock, 'webhook_endpoint_id', endpoint.id)
  webhookSecrets.push(endpoint.secret!)
}
