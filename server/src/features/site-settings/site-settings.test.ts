import { api } from '@touchline/contract/api.ts'
import type { SiteSettings, SomeSettings } from '@touchline/contract/site-settings.ts'
import { count, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textVersions } from '#features/agreements/schema.ts'
import { auditEntries } from '#features/audit/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub, openEmptyClub } from '#testing/club.ts'
import { createTestDatabase } from '#testing/database.ts'
import { createPerson } from '#features/people/create-person.ts'
import { openSession } from '#features/accounts/start-session.ts'
import { sessionCookie } from '#http/cookies.ts'
import { formatMoment } from '#time/format-date.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { siteVersions } from './schema.ts'

let club: Club
/** A second process of the same site. */
let other: Awaited<ReturnType<typeof openEmptyClub>>
beforeAll(async () => {
  const database = await createTestDatabase()
  club = await openClub({}, { database })
  other = await openEmptyClub({}, { database: { ...database, drop: async () => {} } })
})
afterAll(async () => {
  await other.close()
  await club.close()
})

const desk = async (admin: Caller = club.people.admin) => (await admin.call(api.siteSettings.show)).body

async function save(settings: SomeSettings, reset: (keyof SiteSettings)[] = []) {
  const { revision } = await desk()
  return club.people.admin.call(api.siteSettings.save, { body: { revision, settings, reset } })
}

async function publish(settings: SomeSettings, reset: (keyof SiteSettings)[] = []) {
  const saved = await save(settings, reset)
  expect(saved.status).toBe(200)
  const { revision } = saved.body
  const published = await club.people.admin.call(api.siteSettings.publish, { body: { revision } })
  expect(published.status).toBe(200)
  return published.body
}

const siteOf = async ({ visitor }: Pick<Club, 'visitor'>) => (await visitor().call(api.site.show)).body

const hasGate = async (which: Pick<Club, 'visitor'>) => (await siteOf(which)).gate.enabled

const countTermsVersions = async () => {
  const [found] = await club.services.db
    .select({ total: count() })
    .from(textVersions)
    .where(eq(textVersions.name, 'terms'))
  return found?.total
}

async function otherAdmin(): Promise<Caller> {
  const { services } = club
  const email = 'nils@club.example'
  const person = await createPerson(services.db, {
    email,
    firstName: 'Nils',
    role: 'admin',
    createdAt: services.clock.now(),
  })
  const caller = club.visitor()
  const { token } = await openSession(services, person.id, null)
  caller.cookies.set(sessionCookie, token)
  return caller
}

describe('the settings of the site', () => {
  it('appear everywhere after publishing, also in other processes [SITE-1]', async () => {
    const landing = { ...club.services.site.defaults.landing, headline: ['Bread', 'and butter'] }
    await save({ name: 'The Ninth', landing })
    expect((await siteOf(club)).name).toBe('Touchline')
    await publish({ tagline: 'One loaf a week.' })
    expect(await siteOf(club)).toMatchObject({ name: 'The Ninth', creator: { tagline: 'One loaf a week.' } })
    await expect.poll(async () => (await siteOf(other)).name, { timeout: 5000 }).toBe('The Ninth')
    const texts = await other.visitor().call(api.site.texts)
    expect(texts.body.landing.headline).toEqual(['Bread', 'and butter'])
  })

  it('cost no query per request [SITE-1]', async () => {
    const { db } = club.services
    const { name } = await siteOf(club)
    const [stored] = await db.select().from(siteVersions)
    // Without a notification nobody reads the row again.
    await db.update(siteVersions).set({ settings: { name: 'Unread' } })
    expect((await siteOf(club)).name).toBe(name)
    await db.update(siteVersions).set({ settings: stored!.settings })
  })

  it('are known when a reload ends, although another one began [SITE-1]', async () => {
    const { db, site } = club.services
    const [stored] = await db.select().from(siteVersions)
    const restored = { name: site.settings.name, settings: stored!.settings }
    const tried = ['First', 'Second'].map((name) => ({ name, settings: { name } }))
    for (const { name, settings } of [...tried, restored]) {
      await db.update(siteVersions).set({ settings })
      const reloads = [site.reload(), site.reload()]
      await reloads[0]
      expect(site.settings.name).toBe(name)
      await reloads[1]
    }
  })

  it('refuse what cannot be shown, with the reason at its field [SITE-2]', async () => {
    const { revision, defaults } = await desk()
    const refusals = async (settings: object) => {
      const { status, body } = await club.people.admin.call(api.siteSettings.save, {
        body: { revision, settings },
      })
      expect(status).toBe(400)
      return JSON.stringify(body)
    }
    expect(await refusals({ name: '  ' })).toContain('Please name the club.')
    expect(await refusals({ accent: { dark: '#ff0000', light: '#ff0000' } })).toMatch(
      /dark theme this colour has a contrast of 4\.\d? ?: 1|light theme this colour has a contrast/,
    )
    expect(await refusals({ accent: { dark: 'red', light: '#1a7f4b' } })).toContain('#1a7f4b')
    expect(await refusals({ terms: '# Terms\n\n[x](javascript:alert(1))' })).toContain('Line 3')
    expect(
      await refusals({ figures: { ...defaults.figures, rating: { show: 'counted', text: '' } } }),
    ).toContain('no count of this')
    expect(await refusals({ rules: { ...defaults.rules, items: [] } })).toContain('at least 6')
    expect((await desk()).revision).toBe(revision)
  })

  it('show a logo, a portrait and a cover, and refuse what is no picture [SITE-2]', async () => {
    const file = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#2255aa' } })
      .jpeg()
      .toBuffer()
    const picture = `data:image/jpeg;base64,${file.toString('base64')}`
    await publish({ logo: picture, portrait: picture, cover: picture })
    const { creator, coverUrl } = await siteOf(club)
    const answers = await Promise.all(
      ['/api/site/pictures/logo', creator.portraitUrl!, coverUrl!].map((path) => club.visitor().fetch(path)),
    )
    expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      [200, 'image/png'],
      [200, 'image/webp'],
      [200, 'image/webp'],
    ])
    const logo = await sharp(Buffer.from(await answers[0]!.arrayBuffer())).metadata()
    expect([logo.width, logo.height]).toEqual([512, 512])
    const { version } = club.services.site.pictures.logo!
    const icons = ['favicon', 'apple-touch-icon', 'icon-192', 'icon-512', 'icon-maskable']
    const drawn = await Promise.all(
      icons.map(async (name) => {
        const answer = await club.visitor().fetch(`/api/site/icons/${name}?v=${version}`)
        const { width, hasAlpha } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
        return [answer.headers.get('content-type'), width, hasAlpha]
      }),
    )
    expect(drawn).toEqual([
      ['image/png', 48, true],
      ['image/png', 180, false],
      ['image/png', 192, true],
      ['image/png', 512, true],
      ['image/png', 512, false],
    ])
    const { revision } = await desk()
    for (const broken of [
      `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`,
      'data:text/html;base64,AA==',
      `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`,
      `data:image/png;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`,
      `data:image/jpeg;base64,${file.subarray(0, 300).toString('base64')}`,
    ]) {
      const { status, body } = await club.people.admin.call(api.siteSettings.save, {
        body: { revision, settings: { logo: broken } },
      })
      expect([status, JSON.stringify(body)]).toEqual([
        400,
        expect.stringContaining('Choose a PNG, JPEG or WebP file.'),
      ])
    }
    await publish({}, ['logo', 'portrait', 'cover'])
    for (const path of ['/api/site/pictures/logo', '/api/site/icons/favicon'])
      expect((await club.visitor().fetch(path)).status).toBe(404)
  })

  it('switch the gate on and off in every process, and set the dates of emails [SITE-9]', async () => {
    const enter = async (code: string) =>
      (await other.visitor().call(api.gate.unlock, { body: { code } })).status
    expect([await hasGate(club), await enter('wrong')]).toEqual([true, 401])
    await publish({ gateIsOn: false, dates: { timeZone: 'Asia/Tokyo', style: 'uk' } })
    expect(await hasGate(club)).toBe(false)
    await expect.poll(() => hasGate(other), { timeout: 5000 }).toBe(false)
    expect(await (await other.visitor().fetch('/robots.txt')).text()).toContain('Sitemap:')
    expect(formatMoment(new Date('2026-10-31T23:59:00Z'))).toBe('1 November 2026 at 08:59 GMT+9')
    await publish({}, ['gateIsOn', 'dates'])
    await expect.poll(() => hasGate(other), { timeout: 5000 }).toBe(true)
    expect([await enter('wrong'), await enter('kickoff')]).toEqual([401, 204])
    const unknown = { dates: { timeZone: 'Mars/Base', style: 'us' as const } }
    expect(await save(unknown)).toMatchObject({ status: 400 })
  })

  it('keep markup as text [SITE-2]', async () => {
    const hostile = '<img src=x onerror=alert(1)>'
    await publish({ tagline: hostile, about: `# ${hostile}\n\n${hostile}` })
    expect((await siteOf(club)).creator.tagline).toBe(hostile)
    const about = await club.visitor().call(api.site.document, { params: { name: 'about' } })
    expect(about.body).toMatchObject({
      title: hostile,
      lead: [{ kind: 'paragraph', runs: [{ text: hostile }] }],
    })
  })

  it('give changed legal texts a version that members agree to [SITE-1]', async () => {
    const before = await countTermsVersions()
    await publish({ terms: '# Terms of the Ninth\n\nBe on time.' })
    expect(await countTermsVersions()).toBe(before! + 1)
  })
})

describe('the desk of the site', () => {
  it('lists versions with author and date, and publishes an earlier one again [SITE-3]', async () => {
    const { db } = club.services
    await publish({ name: 'First' })
    const { published } = await publish({ name: 'Second' })
    const { revision, history } = await desk()
    expect(history[0]).toMatchObject({
      number: published.number,
      by: { name: 'Ada Keeper' },
      changed: ['name'],
    })
    const undone = await club.people.admin.call(api.siteSettings.restore, {
      params: { number: published.number - 1 },
      body: { revision },
    })
    expect(undone.body.published).toMatchObject({ number: published.number + 1, settings: { name: 'First' } })
    expect(undone.body.history[0]).toMatchObject({ restored: published.number - 1 })
    expect((await siteOf(club)).name).toBe('First')
    const acts = await db.select().from(auditEntries).where(eq(auditEntries.action, 'site_restored'))
    expect(acts).toMatchObject([{ subject: `version ${published.number + 1}: name` }])
    const unknown = await club.people.admin.call(api.siteSettings.restore, {
      params: { number: 9999 },
      body: { revision: undone.body.revision },
    })
    expect(unknown.status).toBe(404)
  })

  it('tells the second of two admins who publish at once [SITE-4]', async () => {
    const nils = await otherAdmin()
    await save({ name: 'By Ada' })
    const { revision } = await desk()
    const answers = await Promise.all(
      [club.people.admin, nils].map((admin) => admin.call(api.siteSettings.publish, { body: { revision } })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.message).toMatch(
      /^(Ada Keeper|Nils) has changed the settings in the meantime/,
    )
    const stale = await nils.call(api.siteSettings.save, { body: { revision, settings: { name: 'Late' } } })
    expect(stale.status).toBe(409)
    expect((await siteOf(club)).name).toBe('By Ada')
  })

  it('returns a setting to its default and forgets an empty draft [SITE-3]', async () => {
    const { db } = club.services
    await publish({ supportEmail: 'help@ninth.example' })
    await publish({}, ['name', 'supportEmail'])
    expect(await siteOf(club)).toMatchObject({ name: 'Touchline', supportEmail: null })
    expect(await desk()).toMatchObject({ draft: null, missing: expect.arrayContaining(['name']) })
    await save({ name: 'Tried' })
    expect((await save({ name: 'Touchline' })).body.draft).toBeNull()
    const drafts = await db.select().from(siteVersions)
    expect(drafts.filter(({ number }) => number === null)).toEqual([])
    const { revision } = await desk()
    const nothing = await club.people.admin.call(api.siteSettings.publish, { body: { revision } })
    expect([nothing.status, nothing.message]).toEqual([409, 'There is nothing to publish.'])
  })

  it('exports its settings as a file that it imports again [SITE-6]', async () => {
    const { admin, member } = club.people
    await save({ name: 'In a file' })
    const file = await admin.fetch(api.siteSettings.exportFile.path)
    expect(file.headers.get('content-disposition')).toContain('site.json')
    const text = await file.text()
    await admin.call(api.siteSettings.discard)
    const { revision, published } = await desk()
    const bring = (given: string) =>
      admin.call(api.siteSettings.importFile, { body: { revision, text: given } })
    const faulty = await bring(
      text.replace('"In a file"', '""').replace('"asksPhone": true', '"asksPhone": 1'),
    )
    expect([faulty.status, faulty.message]).toEqual([
      400,
      expect.stringMatching(/^Line 2, name: Please name the club\.\nLine \d+, asksPhone: /),
    ])
    for (const [given, problem] of [
      [text.slice(0, -10), /^Line \d+: /],
      ['{\n  "name": "Halved",\n  "tagline": \n}', /^Line 4: /],
      ['\uFFFDPNG', /^Line 1: /],
      ['[]', /^Line 1/],
      [
        '{\n  "name": "Half a Colour",\n  "accent": { "dark": "red", "light": "#1a7f4b" }\n}',
        /^Line 3, accent/,
      ],
    ] as const) {
      const refused = await bring(given)
      expect([refused.status, refused.message]).toEqual([400, expect.stringMatching(problem)])
    }
    expect(await desk()).toMatchObject({ revision, draft: null })
    const brought = await bring(text)
    expect(brought.body.draft).toMatchObject({ settings: { ...published.settings, name: 'In a file' } })
    expect((await member.fetch(api.siteSettings.exportFile.path)).status).toBe(403)
    await admin.call(api.siteSettings.discard)
  })

  it('says which secrets are set and tries what they are for [SITE-7]', async () => {
    const { admin } = club.people
    const { secrets } = await desk()
    expect(secrets).toContainEqual({ name: 'SMTP_URL', isSet: false, tries: 'mail' })
    const outcomes = await Promise.all(
      (['mail', 'storage', 'payments'] as const).map((what) =>
        admin.call(api.siteSettings.tryNow, { body: { what } }),
      ),
    )
    expect(outcomes.map(({ body }) => body)).toEqual([
      { isWell: true, text: expect.stringContaining('outbox') },
      { isWell: true, text: expect.stringContaining('written') },
      { isWell: true, text: expect.stringContaining('acct_') },
    ])
    expect(await emailsTo(club, admin.email)).toHaveLength(1)
  })
})
