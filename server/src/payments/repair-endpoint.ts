import type { Services } from '#services.ts'
import { raiseAlert, resolveAlert } from '#alerts/alerts.ts'
import { missingEvents } from './prepare-webhook-endpoint.ts'
import { withRefusals, isMissingAtProvider } from './provider-errors.ts'
import { setUpProvider } from './set-up.ts'
import { readSetting } from './settings.ts'

/** Raises an alert about the problem and the repair. With real keys the operator does that. */
export async function repairSandboxEndpoint(
  services: Pick<Services, 'config' | 'db' | 'clock' | 'log' | 'address' | 'payments'>,
): Promise<void> {
  if (services.payments.provider !== 'sandbox') return
  const fault = await faultOf(services)
  if (!fault) return
  const about = { kind: 'webhook-endpoint', subject: 'sandbox' }
  await raiseAlert(services.db, services, { ...about, message: `The webhook endpoint ${fault}.` })
  await setUpProvider(services)
  if (await faultOf(services)) return
  await resolveAlert(services.db, services, {
    ...about,
    resolution: 'The endpoint was set up again; undelivered events are fetched.',
  })
}

async function faultOf({
  address,
  db,
  payments,
}: Pick<Services, 'db' | 'address' | 'payments'>): Promise<string | null> {
  const id = await readSetting(db, 'webhook_endpoint_id')
  if (!id) return 'was never made'
  try {
    const endpoint = await withRefusals(payments.stripe.webhookEndpoints.retrieve(id))
    if (endpoint.status !== 'enabled') return `${id} is switched off`
    if (endpoint.url !== `${address.url}/api/webhooks/stripe`) return `${id} sends to ${endpoint.url}`
    const missing = missingEvents({ payments }, endpoint)
    return missing.length > 0 ? `${id} does not send ${missing.join(', ')}`.slice(0, 900) : null
  } catch (error) {
    if (isMissingAtProvider(error)) return `${id} is gone`
    throw error
  }
}
