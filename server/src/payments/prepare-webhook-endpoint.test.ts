import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { openAlerts } from '#testing/open-alerts.ts'
import { openProviderAlone, type ProviderAlone } from '#testing/provider-alone.ts'
import { checkProvider } from './check-provider.ts'
import { repairSandboxEndpoint } from './repair-endpoint.ts'
import { prepareWebhookEndpoint } from './prepare-webhook-endpoint.ts'
import { setUpReport } from './set-up-report.ts'
import { readSetting, writeSetting } from './settings.ts'

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
  it('is complete when it sends all events', async () => {
    const { services } = club
    const [endpoint] = await all()
    await endpoints().update(endpoint!.id, { enabled_events: ['*'] })
    expect((await setUp()).outcome).toBe('found')
    await checkProvider(services)
    expect(await openAlerts(club, 'provider-set-up')).toEqual([])
    await repairSandboxEndpoint({ ...services, payments: { ...services.payments, provider: 'sandbox' } })
    expect(await openAlerts(club, 'webhook-endpoint')).toEqual([])
    await endpoints().update(endpoint!.id, { disabled: true })
    expect((await setUp()).outcome).toBe('repaired')
    expect(await all()).toMatchObject([{ status: 'enabled', enabled_events: ['*'] }])
  })

  it('saves id and secret together, and deletes leftovers', async () => {
    const { db } = club.services
    const before = await kept()
    const [working] = await all()
    await endpoints().del(working!.id)
    await db.execute(sql`
      create function cut_short() returns trigger language plpgsql as $$ begin raise exception 'cut short'; end $$`)
    await db.execute(sql`
      create trigger cut_short before update on payment_settings
      for each row when (new.key = 'webhook_endpoint_id') execute function cut_short()`)
    await expect(setUp()).rejects.toThrow('payment_settings')
    expect(await kept()).toEqual(before)
    await db.execute(sql`drop function cut_short cascade`)
    const [left] = await all()
    expect((await setUp()).outcome).toBe('replaced')
    const found = await all()
    expect(found).toMatchObject([{ id: (await kept()).id }])
    expect(found[0]!.id).not.toBe(left!.id)
    expect((await setUp()).outcome).toBe('found')
  })

  it('that an interrupted set-up left behind is deleted with the replaced one', async () => {
    const [working] = await all()
    const { url, enabled_events: events } = working!
    // The list of names in the SDK is closed.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const wanted = { url, enabled_events: events as 'invoice.paid'[] }
    await endpoints().create({ ...wanted, metadata: { app: 'touchline' } })
    const elsewhere = { ...wanted, url: 'http://another.example/hooks', metadata: { app: 'touchline' } }
    const other = await endpoints().create(elsewhere)
    await writeSetting(club.services.db, club.services.clock, 'webhook_secret', 'sealed:with-another-key')
    expect((await setUp()).outcome).toBe('replaced')
    expect(new Set((await all()).map(({ id }) => id))).toEqual(new Set([(await kept()).id, other.id]))
    await endpoints().del(other.id)
  })

  it('is replaced when ours lacks its secret, and reported when foreign', async () => {
    const { services } = club
    const stripe = { ...services.config.payments.stripe!, webhookSecrets: ['whsec_of_an_endpoint_long_gone'] }
    const payments = { ...services.config.payments, stripe }
    const withSecret = { ...services, config: { ...services.config, payments } }
    const [working] = await all()
    await writeSetting(services.db, services.clock, 'webhook_secret', 'sealed:with-another-key')
    await checkProvider(withSecret)
    expect(await openAlerts(club, 'provider-set-up')).toMatchObject([
      { message: expect.stringContaining('its signing secret is unknown') },
    ])
    const [replaced] = await prepareWebhookEndpoint(withSecret)
    expect(replaced).toMatchObject({ outcome: 'replaced' })
    expect(replaced!.id).not.toBe(working!.id)
    await checkProvider(withSecret)
    expect(await openAlerts(club, 'provider-set-up')).toEqual([])

    await endpoints().update(replaced!.id!, { metadata: { app: '' } })
    await writeSetting(services.db, services.clock, 'webhook_endpoint_id', 'we_gone')
    const steps = await prepareWebhookEndpoint(withSecret)
    expect(steps).toMatchObject([{ id: replaced!.id, outcome: 'found' }])
    expect(setUpReport('test', steps).join('\n')).toContain(
      'is the one in STRIPE_WEBHOOK_SECRET cannot be checked',
    )
    expect((await setUp()).outcome).toBe('replaced')
  })
})
