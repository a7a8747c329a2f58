import { randomUUID } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { media } from '#features/media/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { listenIn } from '#testing/received.ts'
import { unfinishedFiles } from '#testing/stored-files.ts'
import { posts } from './schema.ts'
import { notificationEvents } from '#events/schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const picture = (background: string) =>
  sharp({ create: { width: 90, height: 60, channels: 3, background } })
    .png()
    .toBuffer()

type Form = { postId: string; content?: string; title?: string; file?: Buffer }
function publish({ file, ...form }: Form, caller: Caller = club.people.creator) {
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) body.append(name, value)
  body.append('contentType', file ? 'image' : 'text')
  if (file) body.append('media', new Blob([new Uint8Array(file)]), 'x.png')
  return caller.call(api.posts.publish, { body })
}
const eventsOf = (id: string) =>
  club.services.db.$count(notificationEvents, eq(notificationEvents.subjectId, id))

it('publishes repeated and concurrent requests once [UPL-1]', async () => {
  const heard = listenIn(club)
  const before = (await heard.soFar()).length
  const form = { postId: randomUUID(), title: 'Kick-off', content: 'It begins.' }
  const answers = await Promise.all(Array.from({ length: 4 }, () => publish(form)))
  // The answer may have been lost.
  answers.push(await publish({ ...form, postId: form.postId.toUpperCase(), content: ' It begins. ' }))
  expect(answers.map(({ status, body }) => [status, body.id])).toEqual(answers.map(() => [201, form.postId]))
  expect(await club.services.db.select().from(posts)).toHaveLength(1)
  expect(await eventsOf(form.postId)).toBe(1)
  expect((await heard.soFar()).slice(before + 1)).toHaveLength(1)
})

it('publishes a repeated picture once and deletes the second file [UPL-1]', async () => {
  const before = await club.services.db.$count(media)
  const form = { postId: randomUUID(), file: await picture('#dd2211') }
  const answers = await Promise.all([publish(form), publish(form)])
  answers.push(await publish(form))
  expect(answers.map(({ status, body }) => [status, body.id])).toEqual(answers.map(() => [201, form.postId]))
  expect(await club.services.db.$count(media)).toBe(before + 1)
  expect(await eventsOf(form.postId)).toBe(1)
  expect(await unfinishedFiles(club, 'temp')).toEqual([])
})

it('returns 409 when the id was published with different content [UPL-1]', async () => {
  const form = { postId: randomUUID(), content: 'It begins.', file: await picture('#dd2211') }
  await publish(form)
  for (const other of [{ content: 'It began.' }, { title: 'Kick-off' }, { file: await picture('#2255aa') }])
    expect(await publish({ ...form, ...other })).toMatchObject({
      status: 409,
      message: 'This was published already, as it was before you changed it. Please edit that post instead.',
    })
  expect(await eventsOf(form.postId)).toBe(1)
})

it('reveals nothing about foreign, removed or invalid ids [UPL-1]', async () => {
  const form = { postId: randomUUID(), content: 'Mine' }
  await publish(form)
  const nothing = { status: 404, message: 'Post not found' }
  expect(await publish(form, club.people.otherCreator)).toMatchObject(nothing)
  await club.services.db.update(posts).set({ status: 'removed' }).where(eq(posts.id, form.postId))
  for (const caller of [club.people.creator, club.people.otherCreator])
    expect(await publish(form, caller)).toMatchObject(nothing)
  expect(await publish({ ...form, postId: 'my first one' })).toMatchObject(nothing)
  expect(await eventsOf(form.postId)).toBe(1)
})
