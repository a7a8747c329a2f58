import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { api } from '@touchline/contract/api.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { v7 as uuid } from 'uuid'
import { people, sessions } from '#features/people/schema.ts'
import { auditEntries } from '#features/audit/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { requestExport, exportedBy, exportSlowly, refusalOf, someone } from '#testing/exporting.ts'
import { waitingForALock } from '#testing/waiting-for-a-lock.ts'
import { storedPost, wholeVideo } from '#testing/stored-post.ts'
import { exports } from './schema.ts'
import { deleteOldExports } from './claim-export.ts'

const megabyte = 1024 * 1024
const dayMs = 24 * 60 * 60_000

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())
beforeEach(async () => void (await club.services.db.delete(exports)))

const runningExports = (caller: Caller) =>
  club.services.db.$count(exports, and(eq(exports.personId, caller.id), isNull(exports.endedAt)))

/** A creator whose media take long to export. */
async function authorOfVideo() {
  const author = await someone(club, { role: 'creator', firstName: 'Ann' })
  await storedPost(club.services, { creatorId: author.id, kind: 'video', files: [wholeVideo(20 * megabyte)] })
  return author
}

describe('how it is asked for', () => {
  it('requires at least one known data type [EXP-1, T-IN-02]', async () => {
    const { creator } = club.people
    const nothing = 'Please select at least one data type to export.'
    for (const dataTypes of [
      undefined,
      null,
      {},
      [],
      'profile',
      { profile: false },
      { profile: 'yes' },
      { all: true },
    ]) {
      const answer = await creator.call(api.exports.start, { body: { dataTypes } as Record<string, unknown> })
      expect([dataTypes, answer.status, answer.message.length > 5]).toEqual([dataTypes, 400, true])
    }
    for (const dataTypes of [{}, { profile: false }])
      expect((await creator.call(api.exports.start, { body: { dataTypes } })).message).toBe(nothing)
    expect(await runningExports(creator)).toBe(0)
    // A name that means nothing says nothing about what was chosen.
    const body: Record<string, unknown> = { dataTypes: { profile: true, horoscope: true } }
    expect((await creator.call(api.exports.start, { body })).status).toBe(200)
  })

  it('requires a recent confirmation and audits exports about others [T-EX-01]', async () => {
    const { db } = club.services
    const author = await someone(club, { role: 'creator', firstName: 'Ann' })
    const long = new Date(club.clock.now().getTime() - 11 * 60_000)
    await db.update(sessions).set({ confirmedAt: long }).where(eq(sessions.personId, author.id))
    expect(await refusalOf(await requestExport(author, ['subscribers']))).toEqual([
      403,
      'Please confirm that it is you.',
    ])
    await db.update(sessions).set({ confirmedAt: club.clock.now() }).where(eq(sessions.personId, author.id))
    const acts = () => db.$count(auditEntries, eq(auditEntries.actorId, author.id))
    await exportedBy(author, ['profile', 'posts'])
    expect(await acts()).toBe(0)
    await exportedBy(author, ['subscribers'])
    expect(await acts()).toBe(1)
  })

  it('names the file for the person and the day, whatever their name is [EXP-1, T-IN-11]', async () => {
    const day = club.clock.now().toISOString().slice(0, 10)
    const names: [string | null, string, string][] = [
      ['Ann', 'Ann', 'Ann'],
      ['Ann\r\nBcc: x', 'Ann Bcc x', 'Ann%20Bcc%20x'],
      ['名', '_', '%E5%90%8D'],
      ['"; rm', '; rm', '%3B%20rm'],
      ['🙂', '__', '%F0%9F%99%82'],
      ['../../x', '.. .. x', '..%20..%20x'],
      ["O'Neil (1)", 'O_Neil _1_', 'O%27Neil%20%281%29'],
    ]
    for (const [firstName, plain, escaped] of names) {
      const { headers } = await exportedBy(await someone(club, { firstName }), ['profile'])
      const fit = plain.replace('; rm', '_ rm')
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="${fit}-data-${day}.zip"; filename*=UTF-8''${escaped}-data-${day}.zip`,
      )
      expect(headers.get('bcc')).toBeNull()
      expect(headers.get('cache-control')).toBe('no-store')
    }
    const unnamed = await someone(club, {})
    const { headers } = await exportedBy(unnamed, ['profile'])
    expect(headers.get('content-disposition')).toContain(unnamed.email.split('@')[0])
  })

  it('runs once at a time and three times a day for each person [T-EX-03]', async () => {
    const author = await authorOfVideo()
    const running = await exportSlowly(club, author)
    const again = await requestExport(author, ['profile'])
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refusalOf(again)).toEqual([
      429,
      'Your data is already being exported. Please try again in 30 seconds.',
    ])
    // Other people do not wait for them.
    await exportedBy(club.people.otherMember, ['profile'])
    running.resume()
    await once(running, 'end')
    for (let time = 0; time < 2; time++) await exportedBy(author, ['profile'])
    expect(await refusalOf(await requestExport(author, ['profile']))).toEqual([
      429,
      expect.stringMatching(
        /^Your data can be exported three times a day. Please try again in about (a day|\d+ hours).$/,
      ),
    ])
    club.clock.advance(dayMs)
    const { db } = club.services
    await db.update(sessions).set({ confirmedAt: club.clock.now() }).where(eq(sessions.personId, author.id))
    await exportedBy(author, ['profile'])
    club.clock.advance(8 * dayMs)
    await deleteOldExports(club.services)
    expect(await db.$count(exports)).toBe(0)
  })

  it('ends before its last bytes are sent, so the next can start at once [T-EX-03]', async () => {
    const { db } = club.services
    const author = await authorOfVideo()
    const running = await exportSlowly(club, author)
    const { complete } = await db.transaction(async (tx) => {
      await tx.select().from(exports).where(eq(exports.personId, author.id)).for('update')
      running.resume()
      await expect.poll(() => waitingForALock(club)).toBe(1)
      return { complete: running.complete }
    })
    expect(complete).toBe(false)
    await once(running, 'end')
    expect(await runningExports(author)).toBe(0)
  })

  it('does not wait for one that ended with its process [T-EX-03]', async () => {
    const fan = await someone(club, { firstName: 'Ann' })
    const { db } = club.services
    const now = club.clock.now().getTime()
    const running = (aliveMs: number) => ({
      id: uuid(),
      personId: fan.id,
      startedAt: new Date(now - 90_000),
      aliveAt: new Date(now - aliveMs),
    })
    await db.insert(exports).values(running(20_000))
    expect((await requestExport(fan, ['profile'])).status).toBe(429)
    await db.delete(exports)
    await db.insert(exports).values(running(70_000))
    await exportedBy(fan, ['profile'])
  })
})

async function authorOfALongFilm() {
  const author = await someone(club, { role: 'creator', firstName: 'Ann' })
  const files = [wholeVideo(1), { ...wholeVideo(1), content: randomBytes(30 * megabyte) }]
  await storedPost(club.services, { creatorId: author.id, kind: 'video', files: files.slice(1) })
  return author
}
async function isCut(answer: IncomingMessage) {
  try {
    for await (const _ of answer);
    return false
  } catch {
    return true
  }
}

describe('an export that takes its time', () => {
  it('stops when the client stops reading [T-EX-03]', async () => {
    const author = await authorOfALongFilm()
    const answer = await exportSlowly(club, author)
    expect([answer.statusCode, await runningExports(author)]).toEqual([200, 1])
    answer.destroy()
    await expect.poll(() => runningExports(author)).toBe(0)
  })

  const endings: [string, (author: Caller) => Promise<unknown>][] = [
    ['signs out', (author) => author.call(api.accounts.logout)],
    [
      'is blocked',
      (author) =>
        club.services.db.transaction(async (tx) => {
          await tx.update(people).set({ isBlocked: true }).where(eq(people.id, author.id))
          await club.services.live.accessChanged(tx, author.id)
        }),
    ],
    [
      'is no creator any more',
      (author) =>
        club.services.db.transaction(async (tx) => {
          await tx.update(people).set({ role: 'subscriber' }).where(eq(people.id, author.id))
          await club.services.live.accessChanged(tx, author.id)
        }),
    ],
  ]
  it.each(endings)('is cut off when the person %s [T-EX-03, T-MD-05]', async (_what, end) => {
    const author = await authorOfALongFilm()
    const answer = await exportSlowly(club, author)
    await end(author)
    expect(await isCut(answer)).toBe(true)
    await expect.poll(() => runningExports(author)).toBe(0)
  })
})
