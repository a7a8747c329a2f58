import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { openAlerts } from '#testing/open-alerts.ts'
import { openProviderAlone, type ProviderAlone } from '#testing/provider-alone.ts'
import { checkProvider } from './check-provider.ts'
import { mendSandboxEndpoint } from './mend-endpoint.ts'
import { prepareWebhookEndpoint } from './prepare-webhook-endpoint.ts'
import { readSetting } from './settings.ts'

let club: Club
let provider: ProviderAlone
beforeAll(async () => {
  provider = await openProviderAlone()
  club = await openClub({ ...provider.env, PUBLIC_URL: 'http://club.example' })
})
afterAll(async () => {
  await club.close()
  await provider.close()
})

const endpoints = () => club.services.payments.stripe.webhookEndpoints
const all = async () => (await endpoints().list()).data
const kept = async () => ({
  id: await readSetting(club.services.db, 'webhook_endpoint_id'),
  secret: await readSetting(club.services.db, 'webhook_secret'),
})
const setUp = async () => (await prepareWebhookEndpoint(club.services))[0]!

describe('the webhook endpoint', () => {
  it('is complete when it sends all events there are', async () => {
    const { services } = club
    const [endpoint] = await all()
    await endpoints().update(endpoint!.id, { enabled_events: ['*'] })
    expect((await setUp()).outcome).toBe('found')
    await checkProvider(services)
    expect(await openAlerts(club, 'provider-set-up')).toEqual([])
    await mendSandboxEndpoint({ ...services, payments: { ...services.payments, provider: 'sandbox' } })
    expect(await openAlerts(club, 'webhook-endpoint')).toEqual([])
    await endpoints().update(endpoint!.id, { disabled: true })
    expect((await setUp()).outcome).toBe('mended')
    expect(await all()).toMatchObject([{ status: 'enabled', enabled_events: ['*'] }])
  })
})
