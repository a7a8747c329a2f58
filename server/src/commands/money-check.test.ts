import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSandbox } from '@touchline/stripe-sandbox/sandbox.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v7 as uuid } from 'uuid'
import { openDatabase } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { sandboxSdk } from '#payments/sandbox-sdk.ts'
import { createTestDatabase, urlOf } from '#testing/database.ts'
import { openProviderAlone } from '#testing/provider-alone.ts'
import { runCommand } from '#testing/run-command.ts'

type Site = { dataDir: string; databaseUrl: string; close: () => Promise<void> }
let site: Site & Pick<ReturnType<typeof openDatabase>, 'db'>
let sandbox: Awaited<ReturnType<typeof openSandbox>>

beforeAll(async () => {
  const { address, drop } = await createTestDatabase()
  const { db, close } = openDatabase(address, { maxConnections: 2 })
  const dataDir = mkdtempSync(join(tmpdir(), 'money-check-'))
  sandbox = await openSandbox({
    file: join(dataDir, 'payment-sandbox.sqlite'),
    publicUrl: () => 'http://localhost/sandbox',
  })
  site = {
    db,
    dataDir,
    databaseUrl: urlOf(address),
    close: async () => {
      await close()
      await sandbox.close()
      await drop()
      rmSync(dataDir, { recursive: true })
    },
  }
})
afterAll(() => site.close())

const moneyCheck = (more: Record<string, string> = {}, options: string[] = []) =>
  runCommand('money-check', options, { DATA_DIR: site.dataDir, DATABASE_URL: site.databaseUrl, ...more })

/** Makes the database one with payments of this mode and account. */
const held = (mode: string, account: string) =>
  site.db.execute(sql`insert into payment_settings (key, value, updated_at)
    values ('provider_mode', ${mode}, now()), ('provider_account', ${account}, now())
    on conflict (key) do update set value = excluded.value`)

describe('npm run money:check', () => {
  it('prints both sides of each check and succeeds while all pass', async () => {
    await site.db.execute(
      sql`insert into payment_settings (key, value, updated_at) values ('provider_mode', 'sandbox', now())`,
    )
    const { code, output } = await moneyCheck()
    expect(output).toContain('Movements at the provider: 0\n   Journals of them: 0')
    expect(output).toContain('Balance in the books: $0.00')
    expect(output).toContain('All 7 balance checks pass.')
    expect(code).toBe(0)
  })

  it('fails and names the violation of a broken check, beside a running sandbox', async () => {
    const stripe = sandboxSdk(sandbox)
    const { id: customer } = await stripe.customers.create({})
    await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      customer,
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: 'http://localhost',
      allowed_payment_method_types: ['card'],
    })
    expect((await moneyCheck()).code).toBe(0)
    const { code, output } = await moneyCheck({}, ['--strict', '--whole'])
    expect(output).toContain('with the same amount and fee: FAILED')
    expect(output).toMatch(/- txn_\w+ moved 455 cents at the provider, and is not in the books/)
    expect(output).toContain('Difference: $4.55')
    expect(output).toContain('Failed: 1, 2 of 7.')
    expect(code).toBe(1)
  })

  it('judges access by the simulator’s time', async () => {
    const dayMs = 24 * 60 * 60_000
    const now = new Date()
    const person = { id: uuid(), email: 'ida@club.example', role: 'subscriber', createdAt: now } as const
    await site.db.insert(people).values(person)
    await site.db.insert(memberships).values({
      id: uuid(),
      personId: person.id,
      customerId: 'cus_ida',
      subscriptionId: 'sub_ida',
      status: 'active',
      priceCents: 1299,
      startedAt: now,
      syncedAt: now,
      periodEnd: now,
      paidThrough: new Date(now.getTime() + 30 * dayMs),
      isCurrent: true,
    })
    await site.db.execute(sql`
      insert into payment_settings (key, value, updated_at)
      values ('rehearsal_ahead_ms', ${String(60 * dayMs)}, now())`)
    const { code, output } = await moneyCheck()
    expect(output).toContain('Of these, paid for or in grace: 0')
    expect(output).toContain('sub_ida is active and paid until')
    expect(code).toBe(1)
    await site.db.delete(memberships)
  })

  it('refuses to compare a database with another mode or account', async () => {
    const provider = await openProviderAlone()
    const { id } = await sandboxSdk(provider.sandbox).accounts.retrieveCurrent()
    await held('live', id)
    expect(await moneyCheck(provider.env)).toMatchObject({
      code: 2,
      output: expect.stringContaining('do not match STRIPE_SECRET_KEY'),
    })
    await held('test', 'acct_of_another')
    expect(await moneyCheck(provider.env)).toMatchObject({
      code: 2,
      output: expect.stringContaining(
        `belongs to the account ${id}, and this database holds payments of acct_of_another`,
      ),
    })
    await held('test', id)
    expect(await moneyCheck(provider.env)).toMatchObject({ code: 0 })
    await held('sandbox', 'none')
    await provider.close()
  })

  it('explains in one line why it could not check', async () => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_none',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
      STRIPE_WEBHOOK_SECRET: 'whsec_none',
    }
    const other = await moneyCheck(keys)
    expect(other).toMatchObject({
      code: 2,
      output: expect.stringContaining('do not match STRIPE_SECRET_KEY'),
    })
    const live = await moneyCheck({
      ...keys,
      STRIPE_SECRET_KEY: 'sk_live_none',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_none',
    })
    expect(live).toMatchObject({ code: 2, output: expect.stringContaining('do not match STRIPE_SECRET_KEY') })
    const nowhere = await moneyCheck({ DATA_DIR: join(site.dataDir, 'empty'), DATABASE_URL: '' })
    expect(nowhere).toEqual({ code: 2, output: expect.stringMatching(/^There is no database in .*\n$/) })
    const withoutSandbox = await moneyCheck({ DATA_DIR: join(site.dataDir, 'empty') })
    expect(withoutSandbox).toMatchObject({ code: 2, output: expect.stringContaining('no payment sandbox') })
  })
})
