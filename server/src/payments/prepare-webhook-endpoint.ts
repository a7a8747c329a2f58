import type { Stripe } from 'stripe'
import { isMissingAtProvider } from './provider-errors.ts'
import type { Services } from '#services.ts'
import type { SetUpStep } from './set-up-step.ts'
import { readSetting, writeSetting } from './settings.ts'
import { saveWebhookSecret, secretsFromSetUp } from './webhook-secrets.ts'
/** The version of Stripe's API that this program is written for. */
export const apiVersion = '2026-10-28.endive'

export function wantedEndpoint({ address, payments }: Pick<Services, 'address' | 'payments'>) {
  const types = payments.inbox.types()
  return {
    url: `${address.url}/api/webhooks/stripe`,
    // The SDK's list of types is closed; ours come from the features, and the provider checks them.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    enabled_events: types as Stripe.WebhookEndpointCreateParams.EnabledEvent[],
  }
}

/** False where Stripe cannot reach this site: someone forwards the events, with their own signing secret. */
export function hasOwnEndpoint({ config: { payments, publicUrl } }: Pick<Services, 'config'>): boolean {
  return payments.stripe === null || publicUrl !== null
}

/** The endpoint that set-up created, or another one for this URL; null without either. */
export async function knownEndpoint(
  services: Pick<Services, 'db' | 'address' | 'payments'>,
): Promise<Stripe.WebhookEndpoint | null> {
  const { stripe } = services.payments
  const id = await readSetting(services.db, 'webhook_endpoint_id')
  try {
    if (id) return await stripe.webhookEndpoints.retrieve(id)
  } catch (error) {
    if (!isMissingAtProvider(error)) throw error
  }
  const { url } = wantedEndpoint(services)
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 }))
    if (endpoint.url === url) return endpoint
  return null
}

/** The handled event types that an endpoint does not send. `*` sends all types. */
export function missingEvents({ payments }: Pick<Services, 'payments'>, endpoint: Stripe.WebhookEndpoint) {
  const sent = new Set<string>(endpoint.enabled_events)
  return sent.has('*') ? [] : payments.inbox.types().filter((type) => !sent.has(type))
}

/** What is wrong with an endpoint, as parts of a sentence; empty when nothing is. */
export function faultsOf(
  services: Pick<Services, 'address' | 'payments'>,
  endpoint: Stripe.WebhookEndpoint,
): string[] {
  const { url } = wantedEndpoint(services)
  const missing = missingEvents(services, endpoint)
  return [
    ...(endpoint.status === 'enabled' ? [] : ['it is disabled']),
    ...(endpoint.url === url ? [] : [`it sends to ${endpoint.url} and not to ${url}`]),
    ...(missing.length === 0 ? [] : [`it does not send ${missing.join(', ')}`]),
    ...(endpoint.api_version === apiVersion
      ? []
      : [`it speaks version ${endpoint.api_version ?? 'of the account'} and not ${apiVersion}`]),
  ]
}

/** Whether set-up created the endpoint. */
const isOurs = ({ metadata }: Stripe.WebhookEndpoint) => metadata['app'] === 'touchline'

/** Stripe reveals a signing secret only at creation. A foreign endpoint may use a configured one. */
export async function secretOf(
  { config, db, payments }: Pick<Services, 'config' | 'db' | 'payments'>,
  endpoint: Stripe.WebhookEndpoint,
): Promise<'known' | 'lost' | 'unverifiable'> {
  const { stripe } = config.payments
  const stored = await secretsFromSetUp(db, stripe?.secretKey ?? payments.sandbox!.secretKey)
  if (stored.length > 0 && endpoint.id === (await readSetting(db, 'webhook_endpoint_id'))) return 'known'
  return !isOurs(endpoint) && stripe && stripe.webhookSecrets.length > 0 ? 'unverifiable' : 'lost'
}

const unverifiable =
  'created outside this site: whether its secret is the one in STRIPE_WEBHOOK_SECRET cannot be checked'

/** Replaces an endpoint with an unknown secret or another API version: neither can be changed. */
export async function prepareWebhookEndpoint(
  services: Pick<Services, 'config' | 'db' | 'clock' | 'address' | 'payments'>,
): Promise<SetUpStep[]> {
  const { config, db, clock, payments } = services
  const { stripe, webhookSecrets, sandbox } = payments
  const wanted = wantedEndpoint(services)
  const what = `webhook endpoint ${wanted.url}`
  if (!hasOwnEndpoint(services))
    return [{ what: 'webhook endpoint (PUBLIC_URL is not set)', id: null, outcome: 'skipped' }]
  const known = await knownEndpoint(services)
  const secret = known ? await secretOf(services, known) : 'lost'
  if (known && known.api_version === apiVersion && secret !== 'lost') {
    const sendsAll = known.enabled_events.includes('*')
    const isAsWanted =
      faultsOf(services, known).length === 0 &&
      (sendsAll || known.enabled_events.length === wanted.enabled_events.length)
    const changes = sendsAll ? { url: wanted.url } : wanted
    if (!isAsWanted) await stripe.webhookEndpoints.update(known.id, { ...changes, disabled: false })
    const note = secret === 'unverifiable' ? { note: unverifiable } : {}
    return [{ what, id: known.id, outcome: isAsWanted ? 'found' : 'repaired', ...note }]
  }
  const made = await stripe.webhookEndpoints.create({
    ...wanted,
    api_version: apiVersion,
    description: 'Touchline',
    metadata: { app: 'touchline' },
  })
  const secretKey = config.payments.stripe?.secretKey ?? sandbox!.secretKey
  await db.transaction(async (tx) => {
    await saveWebhookSecret(tx, clock, { secret: made.secret!, secretKey })
    await writeSetting(tx, clock, 'webhook_endpoint_id', made.id)
  })
  webhookSecrets.push(made.secret!)
  if (known) await stripe.webhookEndpoints.del(known.id)
  await deleteLeftovers(services, made)
  return [{ what, id: made.id, outcome: known ? 'replaced' : 'made' }]
}

/** An interrupted set-up left these endpoints: they would deliver every event again, signed with a lost secret. */
async function deleteLeftovers(
  { payments: { stripe } }: Pick<Services, 'payments'>,
  { id, url }: Stripe.WebhookEndpoint,
) {
  const leftovers: string[] = []
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 }))
    if (endpoint.id !== id && endpoint.url === url && isOurs(endpoint)) leftovers.push(endpoint.id)
  for (const leftover of leftovers) await stripe.webhookEndpoints.del(leftover)
}
