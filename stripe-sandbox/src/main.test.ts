import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

import { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, it } from 'vitest'

const program = fileURLToPath(new URL('main.ts', import.meta.url))
let child: ChildProcess | undefined
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-alone-'))
})

afterEach(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function start(...more: string[]) {
  const args = [program, '--file', join(folder, 'alone.sqlite'), '--port', '0', ...more]
  child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = new Map<string, string>()
  for await (const line of createInterface({ input: child.stdout! })) {
    const [name = '', value = ''] = line.split(' ')
    said.set(name, value)
    if (said.size === 3) break
  }
  const { hostname, port } = new URL(said.get('url')!)
  const secretKey = said.get('secret-key')!
  const stripe = new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false })
  return { stripe, secretKey, url: said.get('url')!, publishableKey: said.get('publishable-key')! }
}

it('runs as its own program with pages and controls, and survives a kill', async () => {
  const first = await start()
  const { stripe } = first
  expect(first.publishableKey).toMatch(/^pk_test_/)
  const control = (name: string, body: object) =>
    fetch(`${first.url}/_sandbox/${name}`, { method: 'POST', body: JSON.stringify(body) })

  const intent = await stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    payment_method: 'pm_card_authenticationRequired',
    confirm: true,
  })
  const page = intent.next_action?.redirect_to_url?.url ?? ''
  expect(page.startsWith(`${first.url}/sandbox/3ds/`)).toBe(true)
  const html = await (await fetch(page)).text()
  const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? ''
  await fetch(page, { method: 'POST', body: new URLSearchParams({ csrf, choice: 'complete' }) })
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')

  const disputed = await control('dispute', { payment: intent.id })
  expect(await disputed.json()).toMatchObject({ object: 'dispute', amount: 500 })
  const balanceAt = async () => (await stripe.balance.retrieve()).available[0]!.amount
  expect(await balanceAt()).toBeLessThan(0)
  expect((await control('advance', { ms: 3 * 86_400_000 })).status).toBe(204)
  const available = await balanceAt()
  expect(available).toBe(500 - 45 - 500 - 1500)

  child!.kill('SIGKILL')
  await once(child!, 'exit')
  const second = await start()
  expect(second.secretKey).toBe(first.secretKey)
  expect((await second.stripe.balance.retrieve()).available[0]!.amount).toBe(available)
  child!.kill('SIGTERM')
  expect((await once(child!, 'exit'))[0]).toBe(0)
})

it('redelivers rejected events after the configured delay', async () => {
  let tries = 0
  const receiver = createServer((_request, response) => {
    tries += 1
    response.writeHead(tries < 5 ? 500 : 200).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  const { stripe } = await start('--webhook-delay', '10')
  await stripe.webhookEndpoints.create({
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`,
    enabled_events: ['customer.created'],
  })
  await stripe.customers.create({ email: 'fan@club.example' })
  // Without the shorter delay the fifth attempt would come after 156 seconds, and this waits for 120 at most.
  await expect.poll(() => tries).toBe(5)
  receiver.close()
})

it.each(['0', '1.5', 'soon'])('rejects %s as that delay', async (delay) => {
  const args = [program, '--file', ':memory:', '--webhook-delay', delay]
  child = spawn(process.execPath, args, { stdio: 'ignore' })
  expect((await once(child, 'exit'))[0]).toBe(2)
})
