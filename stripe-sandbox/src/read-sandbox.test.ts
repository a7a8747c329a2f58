import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readSandbox } from '#read-sandbox.ts'
import { openSandbox, type Sandbox } from '#sandbox.ts'

const sdk = ({ secretKey, secret }: Pick<Sandbox, 'secretKey' | 'secret'>) =>
  new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient((input, init) => secret(new Request(input, init))),
    telemetry: false,
    maxNetworkRetries: 0,
  })

const dayMs = 86_400_000

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-reader-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('reads a running sandbox without writing', async () => {
  const file = join(folder, 'sandbox.sqlite')
  const sandbox = await openSandbox({ file, publicUrl: () => 'http://localhost/sandbox' })
  const { id } = await sdk(sandbox).customers.create({ email: 'fan@club.example' })
  const reader = readSandbox(file)
  expect(await sdk(reader).customers.retrieve(id)).toMatchObject({ email: 'fan@club.example' })
  const { id: later } = await sdk(sandbox).customers.create({ name: 'Later' })
  expect(await sdk(reader).customers.retrieve(later)).toMatchObject({ name: 'Later' })
  await expect(sdk(reader).customers.create({})).rejects.toThrow('open for reading only')
  reader.close()
  await sandbox.close()
})

test('reads a running sandbox at its own time, without expiring anything for it', async () => {
  const file = join(folder, 'rehearsed.sqlite')
  // The sandbox's own clock is two days behind, so that a code expires for the reader only.
  const sandbox = await openSandbox({
    file,
    publicUrl: () => 'http://localhost/sandbox',
    now: () => Date.now() - 2 * dayMs,
  })
  const [stripe, reader] = [sdk(sandbox), readSandbox(file)]
  expect((await sdk(reader).balanceTransactions.list()).data).toEqual([])
  const own = await stripe.accounts.retrieveCurrent()
  expect((await sdk(reader).accounts.retrieveCurrent()).id).toBe(own.id)

  const { id: test_clock } = await stripe.testHelpers.testClocks.create({ frozen_time: 1_577_836_800 })
  const { id: customer } = await stripe.customers.create({ test_clock })
  await stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    customer,
    confirm: true,
    payment_method: 'pm_card_visa',
  })
  const [booked] = (await sdk(reader).balanceTransactions.list()).data
  // By every clock but the customer's own the money has long been available.
  expect(booked).toMatchObject({ created: 1_577_836_800, status: 'pending' })

  const { id: coupon } = await stripe.coupons.create({ percent_off: 25, duration: 'once' })
  const { id: code } = await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon },
    expires_at: Math.floor((Date.now() - dayMs) / 1000),
  })
  expect((await sdk(reader).promotionCodes.list()).data).toMatchObject([{ id: code, active: false }])
  expect((await stripe.promotionCodes.retrieve(code)).active).toBe(true)
  reader.close()
  await sandbox.close()
})

test('leaves a file of another version unchanged', () => {
  const file = join(folder, 'old.sqlite')
  const old = new DatabaseSync(file)
  old.exec('PRAGMA user_version = 1')
  expect(() => readSandbox(file)).toThrow('is of another version of the sandbox: 1')
  expect(old.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 })
  old.close()
})

test('reports a file without a sandbox', () => {
  expect(() => readSandbox(join(folder, 'nothing.sqlite'))).toThrow('holds no sandbox')
  expect(existsSync(join(folder, 'nothing.sqlite'))).toBe(false)
})
