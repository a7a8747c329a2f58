import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSandbox, type Sandbox } from '@touchline/stripe-sandbox/sandbox.ts'
import { type Answer, load, send, type Shot } from './load.ts'
import { running } from './site-under-test.ts'
import { atMost, median, recordFigure, printLine } from './report.ts'

const rounds = 7
const perRound = 200
const members = 1000
const months = 13
const dayMs = 86_400_000
const folder = mkdtempSync(join(tmpdir(), 'sandbox-bench-'))
const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))

const startBare = ({ headers, body }: Pick<Answer, 'headers' | 'body'>) =>
  running([pathOf('bare-server.ts'), JSON.stringify({ headers, body })], {}, /(http:\S+)/)

const idIn = (body: string): string => {
  const { id }: { id: string } = JSON.parse(body)
  return id
}

const newSubscription = (customer: string, price: string) => ({
  customer,
  'items[0][price]': price,
  payment_behavior: 'default_incomplete',
  'payment_settings[save_default_payment_method]': 'on_subscription',
  'payment_settings[payment_method_types][0]': 'card',
  'payment_settings[payment_method_types][1]': 'cashapp',
  'metadata[app]': 'bench',
  'expand[0]': 'latest_invoice.confirmation_secret',
  'expand[1]': 'latest_invoice.payments',
})

const monthlyPrice = {
  currency: 'usd',
  unit_amount: '1299',
  'recurring[interval]': 'month',
  'product_data[name]': 'Membership',
}

async function perRequestMs(url: string, shotAt: (index: number) => Shot): Promise<number> {
  const before = performance.now()
  await load(url, shotAt, perRound, 1)
  return (performance.now() - before) / perRound
}

/**
 * Measures creating a subscription at the standalone sandbox, compared with a bare server that sends the same bytes.
 */
async function measureCreate(): Promise<void> {
  const file = join(folder, 'create.sqlite')
  const first = await openSandbox({ file, publicUrl: () => '' })
  await first.close()
  const key = first.secretKey
  const site = await running([pathOf('../stripe-sandbox/src/main.ts'), '--file', file], {}, /^url (\S+)/)
  const { url } = site
  let sent = 0
  const post = (path: string, form: Record<string, string>): Shot => ({
    method: 'POST',
    path,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': `bench-${sent++}`,
    },
    body: new URLSearchParams(form).toString(),
  })
  try {
    const make = async (path: string, form: Record<string, string>) =>
      idIn((await send(url, post(path, form), '127.0.0.1')).body)
    const price = await make('/v1/prices', monthlyPrice)
    const customers: string[] = []
    for (let nth = 0; nth < 50; nth += 1)
      customers.push(await make('/v1/customers', { name: `Member ${nth}` }))
    const shotAt = (index: number) =>
      post('/v1/subscriptions', newSubscription(customers[index % customers.length]!, price))
    const bare = await startBare(await load(url, shotAt, 500, 1))
    try {
      await load(bare.url, shotAt, 1000, 1)
      const ours: number[] = []
      const yardstick: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        yardstick.push(await perRequestMs(bare.url, shotAt))
        ours.push(await perRequestMs(url, shotAt))
      }
      const ratio = median(ours) / median(yardstick)
      const times = `${median(ours).toFixed(2)} ms against ${median(yardstick).toFixed(2)} ms`
      const word = atMost({ name: 'subscription create', value: ratio, unit: '× bare', limit: 5 })
      printLine(`subscription create   ${ratio.toFixed(1)} × bare round trip   ${word} 5   (${times})`)
    } finally {
      await bare.stop()
    }
  } finally {
    await site.stop()
  }
}

async function oneMoreMember(sandbox: Sandbox, price: string, nth: number): Promise<void> {
  const ask = async (path: string, form: Record<string, string>) => {
    const request = new Request(`http://sandbox${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.secretKey}` },
      body: new URLSearchParams(form),
    })
    const response = await sandbox.secret(request)
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return await response.text()
  }
  const customer = idIn(await ask('/v1/customers', { email: `member${nth}@bench.example` }))
  const made = await ask('/v1/subscriptions', newSubscription(customer, price))
  const secret = /"client_secret":"([^"]+)"/.exec(made)![1]!
  const paid = await sandbox.browser(
    new Request(`http://sandbox/v1/payment_intents/${secret.split('_secret_')[0]}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ client_secret: secret, payment_method: 'pm_card_visa' }),
    }),
  )
  if (!paid.ok) throw new Error(await paid.text())
}

/** Measures thirteen months of a thousand members, with every event delivered to a receiver that answers at once. */
async function measureYear(): Promise<void> {
  const clock = { ms: Date.parse('2027-01-15T12:00:00Z') }
  const sandbox = await openSandbox({
    file: join(folder, 'year.sqlite'),
    publicUrl: () => 'http://sandbox/pages',
    now: () => clock.ms,
  })
  const receiver = await startBare({ headers: {}, body: '' })
  try {
    const post = async (path: string, form: Record<string, string>) => {
      const headers = { authorization: `Bearer ${sandbox.secretKey}` }
      const request = { method: 'POST', headers, body: new URLSearchParams(form) }
      return (await sandbox.secret(new Request(`http://sandbox${path}`, request))).text()
    }
    await post('/v1/webhook_endpoints', { url: receiver.url, 'enabled_events[0]': '*' })
    const price = idIn(await post('/v1/prices', monthlyPrice))
    const joining = performance.now()
    for (let nth = 0; nth < members; nth += 1) await oneMoreMember(sandbox, price, nth)
    await sandbox.control.webhooks.drained()
    const joinedSeconds = (performance.now() - joining) / 1000
    const living = performance.now()
    for (let month = 0; month < months; month += 1) {
      clock.ms += 31 * dayMs
      await sandbox.control.runDue()
    }
    const playedSeconds = (performance.now() - living) / 1000
    await sandbox.control.webhooks.drained()
    const seconds = (performance.now() - living) / 1000
    recordFigure({ name: `${members} members join`, value: joinedSeconds, unit: 's' })
    const word = atMost({
      name: `${months} months of ${members} members`,
      value: seconds,
      unit: 's',
      limit: 120,
    })
    printLine(`${members} members join     ${joinedSeconds.toFixed(1)} s, with their webhooks`)
    printLine(
      `${months} months of them     ${seconds.toFixed(1)} s   ${word} 120   (${playedSeconds.toFixed(1)} s to play, the rest to deliver)`,
    )
  } finally {
    await receiver.stop()
    await sandbox.close()
  }
}

async function main() {
  printLine('The payment sandbox, in one run:')
  try {
    await measureCreate()
    await measureYear()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
