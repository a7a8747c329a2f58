import { site as demo } from '@touchline/content/demo/site.ts'
import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isDemoClub } from '#demo/seed-progress.ts'
import { readConfig } from '#config/config.ts'
import { createPerson } from '#features/people/create-person.ts'
import { people } from '#features/people/schema.ts'
import { suspended } from '#features/blocks/emails.ts'
import * as deletionEmails from '#features/account-deletion/emails.ts'
import { exampleEmails } from '#features/emails/catalogue.ts'
import { defaultSettings, fixedTexts } from '#site/default-settings.ts'
import { openEmptyClub } from '#testing/club.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import { addPeople } from '#testing/people.ts'
import { creatorOf } from './creator-of.ts'

/** Whatever only the demo club may say of itself. */
const ofDemo =
  /whitlock|\bsam\b|nineteen|referee|sixty thousand|two decades|250,?000|10k\+|\b4\.9\b|1,247|1,000\+|500\+|24\/7|touchline\.example/i

let club: Awaited<ReturnType<typeof openEmptyClub>>
beforeAll(async () => {
  club = await openEmptyClub()
})
afterAll(() => club.close())

const shown = async () => (await club.visitor().call(api.site.show)).body
const portraitStatus = async () => (await club.visitor().fetch(api.site.portrait.path)).status

it('says nothing of the demo on a site without it [LAND-4, LAND-6, SIGN-1, STATIC-4]', async () => {
  expect(JSON.stringify(demo)).toMatch(ofDemo)
  const site = await shown()
  expect(JSON.stringify(site)).not.toMatch(ofDemo)
  expect(site).toMatchObject({
    supportEmail: null,
    creator: { id: null, name: null, bio: [], portraitUrl: null, followers: null },
    features: { demo: false },
  })
  expect(Object.values(site.figures).filter(Boolean)).toEqual([])
  expect(await portraitStatus()).toBe(404)
  const documents = await Promise.all(
    (['terms', 'privacy', 'about'] as const).map((name) =>
      club.visitor().call(api.site.document, { params: { name } }),
    ),
  )
  const texts = await club.visitor().call(api.site.texts)
  expect(JSON.stringify([texts.body, documents.map(({ body }) => body)])).not.toMatch(ofDemo)
})

it('sends emails without a word of the demo', async () => {
  const reader = { email: 'mina@club.example', firstName: 'Mina' }
  const blocked = suspended(reader, { reason: null, until: null }, { mayPay: false, supportEmail: null })
  const url = 'https://club.example'
  const examples = exampleEmails(deletionEmails).map(({ compose }) => compose(url))
  expect(JSON.stringify([blocked, ...examples])).not.toMatch(ofDemo)
  expect(blocked.text).toContain('choose Contact Support')
  expect(readConfig({ PUBLIC_URL: 'https://club.example' }).mail.from).toBe(
    'Touchline <no-reply@club.example>',
  )
})

it('emails contact messages to the admins where there is no support mailbox [LAND-9]', async () => {
  const { db, clock } = club.services
  const admin = { email: 'first@club.example', role: 'admin', createdAt: clock.now() } as const
  await createPerson(db, admin)
  const body = { name: 'Ann', email: 'ann@club.example', message: 'Hello?' }
  expect((await club.visitor().call(api.support.contact, { body })).status).toBe(202)
  const [email] = await allEmailsTo(club, admin.email)
  expect(email).toContain('Hello?')
  expect(email).not.toMatch(ofDemo)
})

it('introduces the creator as their account does, unless that is private [LAND-4, STATIC-3]', async () => {
  const { db } = club.services
  const { creator } = await addPeople(club.services)
  const profile = { firstName: 'Rory', lastName: 'Baker', bio: 'I bake.\n\nEvery day.' }
  await db.update(people).set(profile).where(eq(people.id, creator.id))
  const file = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#2255aa' } })
    .jpeg()
    .toBuffer()
  expect((await shown()).creator).toMatchObject({ name: 'Rory Baker', bio: ['I bake.', 'Every day.'] })
  expect(await portraitStatus()).toBe(404)
  const body = new FormData()
  body.append('avatar', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'me.jpg')
  await creator.call(api.profiles.uploadAvatar, { body })
  const { portraitUrl } = (await shown()).creator
  const picture = await club.visitor().fetch(portraitUrl!)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  await db.update(people).set({ isPrivate: true }).where(eq(people.id, creator.id))
  expect((await shown()).creator).toMatchObject({ name: 'Rory Baker', bio: [], portraitUrl: null })
  expect(await portraitStatus()).toBe(404)
})

it('prefers the operator’s text to the account', async () => {
  const account = { id: 'x', firstName: 'R', lastName: null, bio: 'b', isPrivate: false, avatarId: null }
  const introduced = async (isDemo: boolean) => {
    const settings = await defaultSettings({ isDemo, config: club.services.config })
    return creatorOf({ settings, ...fixedTexts({ isDemo }) }, account)
  }
  expect(await introduced(true)).toMatchObject({ ...demo.creator, id: 'x' })
  expect(await introduced(false)).toMatchObject({ name: 'R', bio: ['b'] })
})

it('shows the demo texts while the database has only demo people', async () => {
  const settings = await defaultSettings({ isDemo: true, config: club.services.config })
  expect(settings).toMatchObject({ name: demo.name, creatorName: demo.creator.name, bio: demo.creator.bio })
  expect(settings.figures.rating).toEqual({ show: 'typed', text: demo.figures.rating })
  // The admin and the creator of the tests above are people of this club's own.
  expect(await isDemoClub(club.services.db)).toBe(false)
})
