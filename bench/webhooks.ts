import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { encrypt } from '../server/src/crypto/encrypt.ts'
import { recordWebhook } from '../server/src/webhooks/record-webhook.ts'
import { webhookEndpoints } from '../server/src/webhooks/schema.ts'
import { databaseOf } from './fill-club.ts'
import { atMost, printLine, recordFigure } from './report.ts'
import { openEmptySite } from './site-under-test.ts'

/*
 * Records 10,000 events of 1,000 people for a receiver that is down, and measures how long their delivery takes once
 * it is back, and whether each arrived once and in order for each person. It takes about four minutes;
 * `BENCH_OUTAGE_SECONDS` keeps the receiver down for longer (`node bench/webhooks.ts`: `npm run bench` ends a program
 * after a quarter of an hour).
 */

const events = 10_000
const people = 1000
const limitSeconds = 300
// A run while the receiver is down tries a few events; more runs would only try others.
const outageSeconds = Number(process.env['BENCH_OUTAGE_SECONDS'] ?? 65)
const siteSecret = randomBytes(32).toString('base64url')

type Arrived = { id: string; personId: string; number: number }

async function openReceiver() {
  const arrived: Arrived[] = []
  const receiver = { isUp: false, arrived }
  const server = createServer((request, response) => {
    const answer = async () => {
      const body = await text(request)
      if (receiver.isUp) {
        const { data } = JSON.parse(body)
        arrived.push({ id: String(request.headers['webhook-id']), ...data })
      }
      response.writeHead(receiver.isUp ? 204 : 503).end()
    }
    void answer()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = bound !== null && typeof bound === 'object' ? bound.port : 0
  return Object.assign(receiver, { url: `http://127.0.0.1:${port}/`, close: () => server.close() })
}

const personId = (number: number) => {
  const digits = createHash('sha256').update(String(number)).digest('hex').slice(0, 32)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

async function main() {
  const receiver = await openReceiver()
  const site = await openEmptySite({ LOCAL_WEBHOOK_HOSTS: '127.0.0.1', SESSION_SECRET: siteSecret })
  const database = databaseOf(site.folder)
  const { db } = database
  try {
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    await db.insert(webhookEndpoints).values({
      id: randomUUID(),
      url: receiver.url,
      events: ['comment.created'],
      includesEmail: false,
      sealedSecret: encrypt(secret, siteSecret),
      createdAt: new Date(),
    })
    const recordedAt = performance.now()
    for (let number = 0; number < events; number += 1)
      await recordWebhook(db, 'comment.created', {
        personId: personId(number % people),
        data: { number },
        happenedAt: new Date(),
      })
    const eachMs = (performance.now() - recordedAt) / events
    recordFigure({ name: 'recording an event', value: eachMs, unit: 'ms' })
    printLine(`recording an event    ${eachMs.toFixed(2)} ms`)
    await pause(outageSeconds * 1000)
    receiver.isUp = true
    const startedAt = performance.now()
    while (receiver.arrived.length < events && performance.now() - startedAt < 2 * limitSeconds * 1000)
      await pause(200)
    const seconds = (performance.now() - startedAt) / 1000
    // Anything that is sent twice comes within the next minute.
    await pause(65_000)
    const ids = new Set(receiver.arrived.map(({ id }) => id))
    const latest = new Map<string, number>()
    let disordered = 0
    for (const one of receiver.arrived) {
      if (one.number < (latest.get(one.personId) ?? -1)) disordered += 1
      latest.set(one.personId, one.number)
    }
    const missing = events - ids.size
    const repeated = receiver.arrived.length - ids.size
    const word = atMost({
      name: `${events} events after an outage`,
      value: seconds,
      unit: 's',
      limit: limitSeconds,
    })
    printLine(
      `after the outage      ${seconds.toFixed(0)} s for ${events}, with up to a minute of waiting   ${word} ${limitSeconds} s`,
    )
    const problems = [
      ['missing', missing],
      ['sent twice', repeated],
      ['out of order', disordered],
    ] as const
    for (const [name, value] of problems)
      printLine(`${name.padEnd(21)} ${value}   ${atMost({ name, value, unit: 'events', limit: 0 })} 0`)
  } finally {
    await database.close()
    await site.close()
    receiver.close()
  }
}

await main()
