import { api } from '@touchline/contract/api.ts'
import { asc, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'
import { completeSignup } from '#features/signup/complete-signup.ts'
import { announceTexts } from '#features/subscriptions/emails/announce-texts.ts'
import { type Club, openClub } from '#testing/club.ts'
import { cards, join, newApplicant, payWith, signUp } from '#testing/joining.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { deleteOldAgreements } from './delete-old-agreements.ts'
import { exportAgreements } from './export.ts'
import { legalTextsOf } from './legal-texts.ts'
import { agreements, textVersions } from './schema.ts'
import { recordTextVersions } from './text-versions.ts'

let club: Club
beforeAll(async () => {
  club = await openClub({ AGREEMENT_DAYS: '30' })
})
afterAll(() => club.close())

const mustAgree = 'You must agree to the Terms of Service to continue'
const dayMs = 86_400_000

const agreedBy = async (personId: string) =>
  (
    await club.services.db
      .select()
      .from(agreements)
      .where(eq(agreements.personId, personId))
      .orderBy(asc(agreements.agreedAt), asc(agreements.textName))
  ).map(({ textName, textVersion, screen }) => `${textName}@${textVersion} ${screen}`)

const versionOf = async (name: 'terms') =>
  (await club.services.db.select().from(textVersions).where(eq(textVersions.name, name))).length

const onSignup = ['privacy@1 signup', 'rules@1 signup', 'terms@1 signup']

describe('joining requires agreement to the terms', () => {
  it('refuses a signup without the agreement, at its field [SIGN-2]', async () => {
    const { termsAccepted: _, ...applicant } = newApplicant()
    for (const termsAccepted of [undefined, false, 'true', null]) {
      const answer = await club.visitor().fetch('/api/create-subscription-intent', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...applicant, termsAccepted }),
      })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ fields: { termsAccepted: mustAgree } })
    }
    const kept = await club.services.db
      .select()
      .from(pendingSignups)
      .where(eq(pendingSignups.email, applicant.email))
    expect(kept).toEqual([])
  })

  it('records who joined by signing up and paying', async () => {
    const { user } = await join(club)
    expect(await agreedBy(user.id)).toEqual(onSignup)
  })

  it('records an account that a webhook made behind a closed tab', async () => {
    const applicant = newApplicant()
    const visitor = club.visitor()
    const { clientSecret } = await signUp(visitor, applicant)
    await payWith(visitor, club, clientSecret!, cards.good)
    await quiet(club)
    const [person] = await club.services.db.select().from(people).where(eq(people.email, applicant.email))
    expect(await agreedBy(person!.id)).toEqual(onSignup)
  })

  it('asks again of a former member who starts a new subscription', async () => {
    const { caller, user, subscriptionId } = await join(club)
    await club.services.payments.stripe.subscriptions.cancel(subscriptionId)
    await quiet(club)
    for (const endpoint of [api.subscriptions.create, api.subscriptions.createAgain])
      for (const couponCode of [null, 'WELCOME25', 'FULLTIME']) {
        const refused = await caller.call(endpoint, { body: { couponCode } })
        expect([refused.status, refused.message]).toEqual([400, mustAgree])
      }
    await caller.call(api.subscriptions.createAgain, { body: { termsAccepted: true } })
    expect(await agreedBy(user.id)).toEqual([
      ...onSignup,
      'privacy@1 subscribe',
      'rules@1 subscribe',
      'terms@1 subscribe',
    ])
  })

  it('needs no new agreement to take back a cancellation', async () => {
    const { caller, subscriptionId } = await join(club)
    await club.services.payments.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
    const resumed = await caller.call(api.subscriptions.createAgain, { body: {} })
    expect(resumed.body).toMatchObject({ status: 'active', resumed: true })
  })

  it('exports the agreements with the data of the person', async () => {
    const { user } = await join(club)
    const [viewer] = await club.services.db.select().from(people).where(eq(people.id, user.id))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the id is read
    const own = await exportAgreements(club.services, { ...viewer, hasAccess: true } as never)
    expect(own.agreements).toHaveLength(3)
    expect(own.agreements[2]).toMatchObject({
      text: 'terms',
      version: 1,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      screen: 'signup',
      agreedAt: expect.any(Date),
    })
  })
})

describe('the record of an agreement', () => {
  it('can be neither changed nor deleted', async () => {
    const { db } = club.services
    const { user } = await join(club)
    const theirs = eq(agreements.personId, user.id)
    for (const attempt of [
      () => db.update(agreements).set({ screen: 'subscribe' }).where(theirs),
      () => db.delete(agreements).where(theirs),
      () => db.update(textVersions).set({ body: 'Other words' }),
      () => db.delete(textVersions).where(eq(textVersions.name, 'rules')),
    ])
      await expect(attempt()).rejects.toMatchObject({
        cause: { message: expect.stringContaining('append-only') },
      })
    expect(await agreedBy(user.id)).toEqual(onSignup)
  })

  it('outlives the erasure of its person for AGREEMENT_DAYS', async () => {
    const { db, clock } = club.services
    const { user } = await join(club)
    const { user: other } = await join(club)
    const erase = (daysAgo: number) =>
      db
        .update(people)
        .set({ erasedAt: new Date(clock.now().getTime() - daysAgo * dayMs) })
        .where(eq(people.id, user.id))
    await erase(29)
    await deleteOldAgreements(club.services)
    expect(await agreedBy(user.id)).toEqual(onSignup)
    await erase(31)
    await deleteOldAgreements(club.services)
    expect(await agreedBy(user.id)).toEqual([])
    expect(await agreedBy(other.id)).toEqual(onSignup)
  })
})

describe('a text that changes', () => {
  it('gets a version, and members one email about it after an hour', async () => {
    const { user } = await join(club)
    const texts = legalTextsOf(club.services.site.settings)
    await recordTextVersions(club.services)
    expect(await versionOf('terms')).toBe(1)
    const changed = { ...texts, terms: `${texts.terms}\nOne more rule.\n` }
    await recordTextVersions(club.services, changed)
    await recordTextVersions(club.services, changed)
    expect(await versionOf('terms')).toBe(2)
    const emails = async () => {
      await club.services.jobs.settled()
      return (await emailsTo(club, user.email)).filter((text) => text.includes('We have updated'))
    }
    await announceTexts(club.services)
    expect(await emails()).toEqual([])
    club.clock.advance(3_600_000)
    await announceTexts(club.services)
    await announceTexts(club.services)
    const [email, ...more] = await emails()
    expect(more).toEqual([])
    expect(email).toContain('Subject: We have updated our Terms of Service')
    expect(email).toContain(`${club.url}/terms`)

    const { user: later } = await join(club)
    expect(await agreedBy(later.id)).toContain('terms@2 signup')
    expect(await agreedBy(user.id)).toEqual(onSignup)
  })

  it('does not announce a version that was reverted within the hour', async () => {
    const texts = legalTextsOf(club.services.site.settings)
    const before = { ...texts, terms: `${texts.terms}\nOne more rule.\n` }
    await recordTextVersions(club.services, { ...before, privacy: `${texts.privacy}\nA slip.\n` })
    await recordTextVersions(club.services, before)
    club.clock.advance(3_600_000)
    await announceTexts(club.services)
    await club.services.jobs.settled()
    const { email } = club.people.admin
    const announcements = (await emailsTo(club, email)).filter((text) =>
      text.includes('updated our Privacy Policy'),
    )
    expect(announcements).toEqual([])
  })

  it('does not apply to earlier agreements', async () => {
    const { db } = club.services
    const visitor = club.visitor()
    const applicant = newApplicant()
    const { clientSecret, subscriptionId } = await signUp(visitor, applicant)
    const [signup] = await db
      .select()
      .from(pendingSignups)
      .where(eq(pendingSignups.subscriptionId, subscriptionId))
    const [latest] = await db
      .select()
      .from(textVersions)
      .where(eq(textVersions.name, 'rules'))
      .orderBy(desc(textVersions.version))
    club.clock.advance(1000)
    const texts = legalTextsOf(club.services.site.settings)
    await recordTextVersions(club.services, { ...texts, rules: 'Be kind.' })
    await payWith(visitor, club, clientSecret!, cards.good)
    const done = await completeSignup(club.services, signup!.id)
    expect(done.outcome).toBe('completed')
    const [person] = await db.select().from(people).where(eq(people.email, applicant.email))
    expect(await agreedBy(person!.id)).toContain(`rules@${latest!.version} signup`)
  })
})
