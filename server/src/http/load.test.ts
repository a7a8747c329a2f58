import { api } from '@touchline/contract/api.ts'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { report } from '#testing/test-report.ts'
import { type Club, openClub } from '#testing/club.ts'
import { databaseOf } from '#testing/other-process.ts'

const most = 8

let club: Club
beforeAll(async () => {
  club = await openClub({ MAX_IN_FLIGHT: String(most) })
})
afterAll(() => club.close())

const inFlight = () => club.app.load.figures().inFlight

/** Holds everybody up who wants to read tips, until `letGo`. */
async function holdTips(at = club) {
  const other = openDatabase(databaseOf(at), { maxConnections: 1 })
  const client = await other.pool.connect()
  await client.query('begin; lock table tips in access exclusive mode')
  return {
    async letGo() {
      await client.query('rollback')
      client.release()
      await other.close()
    },
  }
}

const askForTips = async (who = club.people.member) => (await who.call(api.tips.sent, { query: {} })).status

/** Several people, none of whom holds more places than one person may. */
const crowd = (count: number) => {
  const { otherMember, lapsed, pastDue, newcomer } = club.people
  const crowded = [otherMember, lapsed, pastDue, newcomer]
  return Array.from({ length: count }, (_, index) => crowded[index % crowded.length])
}

/** Does something while `count` requests are being worked on, and waits for them to be answered. */
async function whileBusy<Done>(count: number, act: () => Promise<Done>): Promise<Done> {
  const held = await holdTips()
  const waiting = crowd(count).map(askForTips)
  try {
    await expect.poll(inFlight).toBe(count)
    return await act()
  } finally {
    await held.letGo()
    expect(await Promise.all(waiting)).toEqual(Array(count).fill(200))
    await expect.poll(inFlight).toBe(0)
  }
}

describe('an overloaded site', () => {
  it('rejects insights first, then searches, the feed, comments and the rest, and payments last [R-18]', async () => {
    const { member, creator, admin } = club.people
    const kinds = {
      figures: () => member.call(api.audience.showAnswers),
      search: () => member.call(api.posts.list, { query: { search: 'x' } }),
      feed: () => member.call(api.posts.list, { query: {} }),
      comments: () => creator.call(api.comments.inbox, { query: {} }),
      rest: () => member.call(api.accounts.signedInUser),
      payments: () => member.call(api.subscriptions.status),
    }
    const turnedAway = (busy: number) =>
      whileBusy(busy, async () => {
        const refused: string[] = []
        for (const [name, ask] of Object.entries(kinds)) {
          const { status } = await ask()
          expect([200, 503]).toContain(status)
          if (status === 503) refused.push(name)
        }
        return refused
      })
    expect(await turnedAway(2)).toEqual([])
    expect(await turnedAway(3)).toEqual(['figures'])
    expect(await turnedAway(4)).toEqual(['figures', 'search'])
    expect(await turnedAway(5)).toEqual(['figures', 'search', 'feed'])
    expect(await turnedAway(6)).toEqual(['figures', 'search', 'feed', 'comments'])
    expect(await turnedAway(7)).toEqual(['figures', 'search', 'feed', 'comments', 'rest'])
    expect(await turnedAway(most)).toEqual(Object.keys(kinds))
    expect((await admin.call(api.health.show)).body.load).toMatchObject({ inFlight: 0, turnedAway: 21 })
  })

  it('sends Retry-After, lets exempt requests in, and recovers [R-18]', async () => {
    const startedAt = performance.now()
    const { member } = club.people
    await whileBusy(most, async () => {
      const askedAt = performance.now()
      const refused = await member.call(api.accounts.signedInUser)
      const refusedMs = performance.now() - askedAt
      const sentence = 'Very many people are here right now. Please try again in a moment.'
      expect([refused.status, refused.message]).toEqual([503, sentence])
      const seconds = Number(refused.headers.get('retry-after'))
      expect([seconds >= 1, seconds <= 5]).toEqual([true, true])
      const visitor = club.visitor()
      expect((await visitor.call(api.health.healthz)).status).toBe(200)
      expect((await visitor.call(api.health.readyz)).status).toBe(200)
      const body = { email: member.email, password: 'not-their-password' }
      expect((await visitor.call(api.accounts.login, { body })).status).toBe(401)
      expect((await visitor.call(api.subscriptions.webhook, { body: '{}' })).status).toBe(400)
      expect((await member.fetch('/media/nothing/whole')).status).toBe(404)
      report(
        'R-18',
        `with all ${most} places taken: refused within ${Math.ceil(refusedMs)} ms with a time to come back, while signs of life, signing in, webhooks and media were answered (what it is worth at many times the peak: docs/benchmarks.md)`,
        { startedAt },
      )
    })
    expect((await member.call(api.accounts.signedInUser)).status).toBe(200)
  })

  it('gives one person half of eight slots and queues the rest [R-18]', async () => {
    const { member, otherMember } = club.people
    const held = await holdTips()
    const waiting = Array.from({ length: 7 }, () => askForTips())
    await expect.poll(inFlight).toBe(4)
    expect((await otherMember.call(api.posts.list, { query: {} })).status).toBe(200)
    const own = member.call(api.accounts.signedInUser)
    await held.letGo()
    expect(await Promise.all(waiting)).toEqual(Array(7).fill(200))
    expect((await own).status).toBe(200)
    await expect.poll(inFlight).toBe(0)
  })

  it('never times out a client that waits for its upload’s processing [UPL-4, R-25]', async () => {
    const held = await holdTips()
    const asked = once(club.app.server, 'request')
    const waiting = club.people.creator.call(api.tips.acknowledge, { params: { id: randomUUID() } })
    const [{ socket }] = await asked
    await expect.poll(() => socket.timeout).toBe(15 * 60_000)
    await held.letGo()
    expect((await waiting).status).toBe(404)
    expect(socket.timeout).toBeLessThan(2 * 60_000)
  })

  it('frees the slot of a client that disconnects [R-18]', async () => {
    const held = await holdTips()
    const gone = new AbortController()
    const lost = club.people.member.fetch(api.tips.sent.path, { signal: gone.signal }).catch(() => 'gone')
    await expect.poll(inFlight).toBe(1)
    gone.abort()
    expect(await lost).toBe('gone')
    await expect.poll(inFlight).toBe(0)
    await held.letGo()
  })

  it('gives no slot to a request whose body is still arriving [R-18]', async () => {
    const slow = connect(Number(new URL(club.url).port), '127.0.0.1')
    await once(slow, 'connect')
    slow.write(
      'POST /api/contact HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
    )
    // Answered after it: so the first half of the other has been read.
    expect((await club.visitor().call(api.health.healthz)).status).toBe(200)
    await expect.poll(inFlight).toBe(0)
    slow.destroy()
  })
})

describe('a handler that never responds', () => {
  let hurried: Club
  afterAll(() => hurried.close())

  it('gets 503 at its deadline and frees its slot [R-18]', async () => {
    hurried = await openClub({ MAX_IN_FLIGHT: '8', REQUEST_DEADLINE_SECONDS: '1' })
    const { member } = hurried.people
    const held = await holdTips(hurried)
    const late = await Promise.all([1, 2, 3, 4, 5, 6].map(() => member.call(api.tips.sent, { query: {} })))
    const sentence = 'This took too long. Please try again in a moment.'
    for (const { status, message } of late) expect([status, message]).toEqual([503, sentence])
    expect(hurried.app.load.figures().inFlight).toBe(0)
    await held.letGo()
    expect((await member.call(api.tips.sent, { query: {} })).status).toBe(200)
  })
})

it('a site whose slots are all stuck tells its supervisor [R-18]', async () => {
  const stuck = await openClub({ MAX_IN_FLIGHT: '8', REQUEST_DEADLINE_SECONDS: '15' })
  const visitor = stuck.visitor()
  const healthz = async () => (await visitor.call(api.health.healthz)).status
  const held = await holdTips(stuck)
  const { member, otherMember } = stuck.people
  const waiting = [member, otherMember].flatMap((who) =>
    Array.from({ length: 4 }, () => who.call(api.tips.sent, { query: {} })),
  )
  await expect.poll(() => stuck.app.load.figures().inFlight).toBe(8)
  expect(await healthz()).toBe(200)
  await expect.poll(healthz).toBe(503)
  await held.letGo()
  await Promise.all(waiting)
  expect(await healthz()).toBe(200)
  await stuck.close()
})
