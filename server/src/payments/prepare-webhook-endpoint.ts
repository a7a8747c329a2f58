import type { Stripe } from 'stripe'
import { isMissingAtProvider } from './provider-errors.ts'
import type { ForSetUp, SetUpStep } from './set-up-step.ts'
import { readSetting, writeSetting } from './settings.ts'
import { saveWebhookSecret, secretsFromSetUp } from './webhook-secrets.ts'

/** The version of Stripe's API that every part of this program is written for. */
export const apiVersion = '2026-10-28.endive'

/** Where the provider sends its events, and which of them. */
export function wantedEndpoint({ address, payments }: Pick<ForSetUp, 'address' | 'payments'>) {
  const types = payments.inbox.types()
  return {
    url: `${address.url}/api/webhooks/stripe`,
    // The SDK's list of names is closed; ours come from the features, and the provider checks them.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    enabled_events: types as Stripe.WebhookEndpointCreateParams.EnabledEvent[],
  }
}

/** False where Stripe cannot reach this site: somebody forwards the events, with a secret of their own. */
export function hasOwnEndpoint({ config: { payments, publicUrl } }: Pick<ForSetUp, 'config'>): boolean {
  return payments.stripe === null || publicUrl !== null
}

/** The endpoint that set-up made, or one for this address; null without either. */
export async function knownEndpoint(services: ForSetUp): Promise<Stripe.WebhookEndpoint | null> {
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

/** The events this site waits for that an endpoint does not send; `*` sends all there are. */
export function missingEvents({ payments }: Pick<ForSetUp, 'payments'>, endpoint: Stripe.WebhookEndpoint) {
  const sent = new Set<string>(endpoint.enabled_events)
  return sent.has('*') ? [] : payments.inbox.types().filter((type) => !sent.has(type))
}

/** What is not right with an endpoint, as parts of a sentence; empty when nothing is. */
export function faultsOf(services: ForSetUp, endpoint: Stripe.WebhookEndpoint): string[] {
  const { url } = wantedEndpoint(services)
  const missing = missingEvents(services, endpoint)
  return [
    ...(endpoint.status === 'enabled' ? [] : ['it is switched off']),
    ...(endpoint.url === url ? [] : [`it sends to ${endpoint.url} and not to ${url}`]),
    ...(missing.length === 0 ? [] : [`it does not send ${missing.join(', ')}`]),
    ...(endpoint.api_version === apiVersion
      ? []
      : [`it speaks version ${endpoint.api_version ?? 'of the account'} and not ${apiVersion}`]),
  ]
}

/** True for an endpoint that set-up made. */
const isOurs = ({ metadata }: Stripe.WebhookEndpoint) => metadata['app'] === 'touchline'

/**
 * Whether the events of an endpoint can be verified: its secret is only told once, when it is made. Those of an endpoint
 * that somebody else made may be signed with a configured one, which nobody can look up.
 */
export async function secretOf(
  { config, db, payments }: ForSetUp,
  endpoint: Stripe.WebhookEndpoint,
): Promise<'known' | 'lost' | 'unverifiable'> {
  const { stripe } = config.payments
  const stored = await secretsFromSetUp(db, stripe?.secretKey ?? payments.sandbox!.secretKey)
  if (stored.length > 0 && endpoint.id === (await readSetting(db, 'webhook_endpoint_id'))) return 'known'
  return !isOurs(endpoint) && stripe && stripe.webhookSecrets.length > 0 ? 'unverifiable' : 'lost'
}

const unverifiable =
  'made by somebody else: whether its secret is the one in STRIPE_WEBHOOK_SECRET cannot be checked'

/**
 * Has the provider send its events here, in the version this program reads. An endpoint whose secret is not known, or
 * that speaks another version, is replaced: neither can be changed. Its secret is kept sealed, and never shown.
 */
export async function prepareWebhookEndpoint(services: ForSetUp): Promise<SetUpStep[]> {
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
    return [{ what, id: known.id, outcome: isAsWanted ? 'found' : 'mended', ...note }]
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
  await removeLeftBehind(services, made)
  return [{ what, id: made.id, outcome: known ? 'replaced' : 'made' }]
}

/** What a set-up that was cut short made and did not keep would send every event here again, signed with a lost secret. */
async function removeLeftBehind({ payments: { stripe } }: ForSetUp, { id, url }: Stripe.WebhookEndpoint) {
  const left: string[] = []
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 }))
    if (endpoint.id !== id && endpoint.url === url && isOurs(endpoint)) left.push(endpoint.id)
  for (const leftId of left) await stripe.webhookEndpoints.del(leftId)
}
