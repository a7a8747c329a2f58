import { api } from '@touchline/contract/api.ts'
import { like } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openClub } from '#testing/club.ts'
import { webhookEvents } from '#payments/schema.ts'
import { report } from '#testing/report.ts'

const events = 500
const atOnce = 50

it(`acknowledges ${events} events at once, handles all but the one nobody can, and forgets none [R-10]`, async () => {
  const startedAt = performance.now()
  const club = await openClub()
  const { stripe, webhookSecrets } = club.services.payments
  const deliver = async (number: number) => {
    const isPoison = number === 7
    const payload = JSON.stringify({
      id: `evt_burst_${number}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: Math.floor(club.clock.now().getTime() / 1000),
      livemode: false,
      type: isPoison ? 'charge.dispute.created' : 'customer.updated',
      data: {
        object: isPoison
          ? { id: 'dp_nobodys', object: 'dispute', charge: 'ch_nobodys' }
          : { id: `cus_${number}`, object: 'customer' },
      },
    })
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecrets[0]! })
    const began = performance.now()
    const { status } = await club.visitor().fetch(api.subscriptions.webhook.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
    })
    expect(status).toBe(200)
    return performance.now() - began
  }
  const left = Array.from({ length: events }, (_, number) => number)
  const took: number[] = []
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let number = left.shift(); number !== undefined; number = left.shift())
        took.push(await deliver(number))
    }),
  )
  const states = async () => {
    const rows = await club.services.db
      .select()
      .from(webhookEvents)
      .where(like(webhookEvents.id, 'evt_burst_%'))
    return Object.fromEntries(
      Map.groupBy(rows, ({ state }) => state)
        .entries()
        .map(([state, of]) => [state, of.length]),
    )
  }
  await expect.poll(states, { timeout: 120_000 }).toEqual({ ignored: events - 1, received: 1 })
  const p99 = took.toSorted((one, other) => one - other)[Math.floor(events * 0.99)]!
  report(
    'R-10',
    `${events} events, ${atOnce} at a time: all kept, p99 of the acknowledgement ${p99.toFixed(0)} ms; one poison kept nobody waiting`,
    { startedAt, seed: 0 },
  )
  await club.close()
})
