import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { api } from '@touchline/contract/api.ts'
import { noEarlyAccess } from '@touchline/contract/drafts.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { onDatabase } from '#db/address.ts'
import { people as peopleTable } from '#features/people/schema.ts'
import { media } from '#features/media/schema.ts'
import { postParts, posts } from '#features/posts/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { attach, newDraft, picture } from '#testing/new-draft.ts'
import { listenIn } from '#testing/received.ts'
import { waitingForALock } from '#testing/waiting-for-a-lock.ts'
import { beforeProgram } from '#program.mjs'
import { publishDue } from './publish-due.ts'
import { draftParts, drafts } from './schema.ts'

const hourMs = 60 * 60 * 1000

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const inHours = (hours: number) => new Date(club.clock.now().getTime() + hours * hourMs).toISOString()
const show = async (id: string) => (await club.people.creator.call(api.drafts.show, { params: { id } })).body
const scheduleAt = (id: string, publishAt: string) =>
  club.people.creator.call(api.drafts.schedule, { params: { id }, body: { publishAt } })
const postOf = async (id: string) => (await club.services.db.select().from(posts).where(eq(posts.id, id)))[0]

/** A draft that goes out in an hour, with a picture when one is given. */
async function scheduled(content: string, file?: Uint8Array) {
  const { id } = await newDraft(club.people.creator, { content })
  if (file) await attach(club.people.creator, id, file)
  const publishAt = inHours(1)
  expect(await scheduleAt(id, publishAt)).toMatchObject({ status: 200, body: { publishAt } })
  return id
}

const mediaItemOf = async (id: string) =>
  (
    await club.services.db
      .select({ id: draftParts.mediaId })
      .from(draftParts)
      .where(eq(draftParts.draftId, id))
  )[0]!.id
const setMediaStatus = (id: string, status: 'ready' | 'processing' | 'failed') =>
  club.services.db.update(media).set({ status }).where(eq(media.id, id))

it('is refused where everybody would see it as soon as members do [DESK-3]', async () => {
  const { creator } = club.people
  const { id } = await newDraft(creator, { content: 'Members first', opensAt: inHours(2) })
  for (const publishAt of [inHours(2), inHours(3)])
    expect(await scheduleAt(id, publishAt)).toMatchObject({
      status: 400,
      message: noEarlyAccess,
      body: { fields: { opensAt: noEarlyAccess } },
    })
  expect((await scheduleAt(id, inHours(1))).status).toBe(200)
  const { version, title, content, mediaAlt } = await show(id)
  const save = (opensAt: string | null) =>
    creator.call(api.drafts.save, { params: { id }, body: { version, title, content, mediaAlt, opensAt } })
  expect(await save(inHours(0.5))).toMatchObject({ status: 400, message: noEarlyAccess })
  expect((await show(id)).opensAt).not.toBeNull()
  // A day that has passed opens the post to everybody, as it says.
  expect((await save('2020-01-01T00:00:00.000Z')).status).toBe(200)
  await creator.call(api.drafts.remove, { params: { id } })
})

it('goes out at its time and not before, dated when it did, and the members hear of it [DESK-3]', async () => {
  const id = await scheduled('At nine')
  const heard = listenIn(club)
  expect(await publishDue(club.services)).toBe(0)
  expect(await postOf(id)).toBeUndefined()
  club.clock.advance(hourMs)
  // By the work that recurs, as a leap of the clock does it.
  const now = club.clock.now()
  const due = club.services.jobs.dueBetween(new Date(now.getTime() - 60_000), now)
  await due.find(({ queue }) => queue === 'publish-scheduled')!.run()
  const post = await postOf(id)
  expect(post).toMatchObject({ content: 'At nine', status: 'ready' })
  expect(Math.abs(post!.createdAt.getTime() - now.getTime())).toBeLessThan(60_000)
  const created = (await heard.soFar()).filter(({ message }) => message.type === 'post_created')
  expect(created).toEqual([{ audience: 'members', message: { type: 'post_created', postId: id } }])
  expect((await club.people.member.call(api.posts.show, { params: { id } })).status).toBe(200)
})

it('refuses a time that has passed, takes another one, and waits again when it is called off [DESK-3]', async () => {
  const id = await scheduled('Postponed')
  for (const publishAt of [inHours(-1), club.clock.now().toISOString()])
    expect(await scheduleAt(id, publishAt)).toMatchObject({
      status: 400,
      message: 'Please choose a time that is still to come.',
    })
  expect((await scheduleAt(id, inHours(3))).status).toBe(200)
  club.clock.advance(2 * hourMs)
  expect(await publishDue(club.services)).toBe(0)
  const off = await club.people.creator.call(api.drafts.unschedule, { params: { id } })
  expect(off).toMatchObject({ status: 200, body: { publishAt: null } })
  club.clock.advance(2 * hourMs)
  expect(await publishDue(club.services)).toBe(0)
  expect(await show(id)).toMatchObject({ content: 'Postponed', notPublished: null })
})

it('goes out once, however many processes are at it [DESK-3]', async () => {
  const ids = await Promise.all(['One', 'Two', 'Three'].map((content) => scheduled(content)))
  club.clock.advance(hourMs)
  const heard = listenIn(club)
  const counts = await Promise.all(Array.from({ length: 6 }, () => publishDue(club.services)))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
  const created = (await heard.soFar()).flatMap(({ message }) =>
    message.type === 'post_created' ? [message.postId] : [],
  )
  expect(created.toSorted()).toEqual(ids.toSorted())
})

/** What is done in another process, by the same clock, on the same database. */
const publishing = `
  const { openDatabase } = await import('./src/db/database.ts')
  const { openLive } = await import('./src/live/live-hub.ts')
  const { publishDue } = await import('./src/features/drafts/publish-due.ts')
  const [, address, now] = process.argv
  const database = JSON.parse(address)
  const { db, close } = openDatabase(database, { maxConnections: 2 })
  const live = openLive({ database, log: console })
  await publishDue({ db, live, log: console, clock: { now: () => new Date(now) } })
  await close()`

async function otherProcess() {
  const { rows } = await club.services.db.execute<{ name: string }>(sql`select current_database() as name`)
  const address = JSON.stringify(onDatabase(inject('serverForTests'), rows[0]!.name))
  const args = [
    ...beforeProgram,
    '--input-type=module',
    '-e',
    publishing,
    address,
    club.clock.now().toISOString(),
  ]
  return spawn(process.execPath, args, { cwd: join(import.meta.dirname, '../../..'), stdio: 'ignore' })
}

it('does not go out once its author is no creator any more, and says so [DESK-3]', async () => {
  const { db } = club.services
  const id = await scheduled('Once a captain')
  const become = (role: 'creator' | 'subscriber') =>
    db.update(peopleTable).set({ role }).where(eq(peopleTable.id, club.people.creator.id))
  await become('subscriber')
  club.clock.advance(hourMs)
  expect(await publishDue(club.services)).toBe(0)
  await become('creator')
  expect(await show(id)).toMatchObject({
    notPublished: 'You were not a creator at the time. Schedule it again, or publish it now.',
  })
  await db.delete(drafts).where(eq(drafts.id, id))
})

it('goes out once although the process was killed in the middle of it, and another goes on [DESK-3]', async () => {
  const { db } = club.services
  const id = await scheduled('Interrupted')
  club.clock.advance(hourMs)
  const heard = listenIn(club)
  const killed = await db.transaction(async (tx) => {
    // Publishing counts the post: blocked here, it stops between draft and post.
    await tx.execute(sql`lock table post_counts in share row exclusive mode`)
    const child = await otherProcess()
    const ended = once(child, 'exit')
    await expect.poll(() => waitingForALock(club)).toBe(1)
    child.kill('SIGKILL')
    return ended
  })
  expect(killed).toEqual([null, 'SIGKILL'])
  const another = await otherProcess()
  const ended = once(another, 'exit')
  await expect.poll(() => publishDue(club.services).then(() => postOf(id))).toBeDefined()
  expect(await ended).toEqual([0, null])
  expect(await publishDue(club.services)).toBe(0)
  const created = (await heard.soFar()).filter(({ message }) => message.type === 'post_created')
  expect(created).toHaveLength(1)
})

it('waits for a file that is still worked on, and goes out when it is ready [DESK-3]', async () => {
  const id = await scheduled('With a film', await picture())
  const mediaItemId = await mediaItemOf(id)
  await setMediaStatus(mediaItemId, 'processing')
  club.clock.advance(hourMs)
  expect(await publishDue(club.services)).toBe(0)
  expect(await show(id)).toMatchObject({ status: 'processing', notPublished: null })
  await setMediaStatus(mediaItemId, 'ready')
  expect(await publishDue(club.services)).toBe(1)
  expect(await postOf(id)).toMatchObject({ status: 'ready', mediaType: 'image' })
  const parts = await club.services.db.select().from(postParts).where(eq(postParts.postId, id))
  expect(parts).toMatchObject([{ mediaId: mediaItemId, position: 0 }])
})

it('stays a draft and says why when its file has failed or its text is gone [DESK-3]', async () => {
  const { creator } = club.people
  const broken = await scheduled('With a broken film', await picture())
  const emptied = await scheduled('Thought better of')
  await setMediaStatus(await mediaItemOf(broken), 'failed')
  const body = { version: 1, title: '', content: '', mediaAlt: '', opensAt: null }
  expect((await creator.call(api.drafts.save, { params: { id: emptied }, body })).status).toBe(200)
  club.clock.advance(hourMs)
  const heard = listenIn(club)
  expect(await publishDue(club.services)).toBe(0)
  expect(await show(broken)).toMatchObject({
    publishAt: null,
    notPublished: 'The file of this draft could not be prepared. Try again, or choose another one.',
  })
  expect(await show(emptied)).toMatchObject({
    publishAt: null,
    notPublished: 'Please write some content for your text post.',
  })
  const { body: lines } = await creator.call(api.drafts.list)
  expect(lines.filter(({ notPublished }) => notPublished).map(({ id }) => id)).toHaveLength(2)
  const changed = (await heard.soFar()).flatMap(({ audience, message }) =>
    message.type === 'draft_changed' ? [[audience, message.draftId]] : [],
  )
  const toCreator = { person: creator.id }
  expect(changed).toEqual(
    expect.arrayContaining([
      [toCreator, broken],
      [toCreator, emptied],
    ]),
  )
  // It cannot be scheduled or published like that either; another file repairs it.
  expect((await scheduleAt(broken, inHours(1))).status).toBe(409)
  expect(
    (
      await creator.call(api.drafts.publish, {
        params: { id: broken },
        body: { version: 1, mediaId: await mediaItemOf(broken) },
      })
    ).status,
  ).toBe(409)
  expect((await attach(creator, broken, await picture('#dd2211'))).body).toMatchObject({
    status: 'ready',
    notPublished: null,
  })
  expect((await scheduleAt(broken, inHours(1))).status).toBe(200)
  await creator.call(api.drafts.remove, { params: { id: broken } })
})

it('does not go out while its creator is suspended, nor by itself afterwards [DESK-3]', async () => {
  const { db } = club.services
  const id = await scheduled('From the dressing room')
  const block = (isBlocked: boolean) =>
    db.update(peopleTable).set({ isBlocked }).where(eq(peopleTable.id, club.people.creator.id))
  await block(true)
  club.clock.advance(hourMs)
  expect(await publishDue(club.services)).toBe(0)
  await block(false)
  expect(await publishDue(club.services)).toBe(0)
  expect(await postOf(id)).toBeUndefined()
  expect(await show(id)).toMatchObject({
    publishAt: null,
    notPublished: 'Your account was suspended at the time. Schedule it again, or publish it now.',
  })
})

it('says why when a post of its id is there already, and takes nothing from the others [DESK-3]', async () => {
  const { people, services } = club
  const [bad, good] = [await scheduled('Bad'), await scheduled('Good')]
  // A restored database can contain what no request creates.
  const row = { id: bad, creatorId: people.otherCreator.id, content: 'There', mediaType: 'text' as const }
  await services.db.insert(posts).values({ ...row, createdAt: club.clock.now() })
  club.clock.advance(hourMs)
  expect(await publishDue(services)).toBe(1)
  expect(await postOf(good)).toMatchObject({ content: 'Good' })
  const why =
    'Another post has the number of this draft. Please copy its text into a new draft and publish that.'
  expect(await show(bad)).toMatchObject({ content: 'Bad', publishAt: null, notPublished: why })
  const byHand = await people.creator.call(api.drafts.publish, {
    params: { id: bad },
    body: { version: 1, mediaId: null },
  })
  expect([byHand.status, byHand.message]).toEqual([409, why])
  expect((await show(bad)).content).toBe('Bad')
  expect(await publishDue(services)).toBe(0)
  await services.db.delete(drafts).where(eq(drafts.id, bad))
  expect(await scheduleAt(randomUUID(), inHours(1))).toMatchObject({ status: 404 })
})

it('takes nothing from the others when one of them cannot be written [DESK-3]', async () => {
  const { db } = club.services
  const [bad, good] = [await scheduled('Bad'), await scheduled('Good')]
  await db.execute(sql`alter table posts add constraint nothing_bad check (content <> 'Bad') not valid`)
  club.clock.advance(hourMs)
  await expect(publishDue(club.services)).rejects.toThrow('insert into "posts"')
  expect(await postOf(good)).toMatchObject({ content: 'Good' })
  expect((await show(bad)).content).toBe('Bad')
  await db.execute(sql`alter table posts drop constraint nothing_bad`)
  expect(await publishDue(club.services)).toBe(1)
})
