import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { cards, newApplicant, payWith, signUp } from '#testing/joining.ts'
import { openAlerts } from '#testing/open-alerts.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import { signupBySubscription } from '#features/people/pending-signups.ts'
import { reconcile } from '#testing/reconcile.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const hourMs = 60 * 60 * 1000

const signupOf = async (subscriptionId: string) =>
  (await signupBySubscription(club.services.db, subscriptionId))!

describe('a signup', () => {
  it('is checked every two minutes until it expires [PAY-10]', async () => {
    const { webhooks } = club.services.payments.sandbox!.control
    webhooks.pause()
    const visitor = club.visitor()
    const { clientSecret, subscriptionId } = await signUp(visitor, newApplicant())
    club.clock.advance(12 * hourMs)
    await reconcile(club.services)
    await payWith(visitor, club, clientSecret!, cards.good)
    club.clock.advance(2 * 60_000 + 1)
    await reconcile(club.services)
    expect(await signupOf(subscriptionId)).toMatchObject({ state: 'completed' })
    webhooks.resume()
  })

  it('lasts another day when its browser returns [PAY-9]', async () => {
    const visitor = club.visitor()
    const applicant = newApplicant()
    const first = await signUp(visitor, applicant)
    club.clock.advance(20 * hourMs)
    expect(await signUp(visitor, applicant)).toEqual(first)
    club.clock.advance(10 * hourMs)
    await club.services.payments.sandbox!.control.runDue()
    await reconcile(club.services)
    expect(await signupOf(first.subscriptionId)).toMatchObject({ state: 'awaiting_payment' })
    const again = await signUp(visitor, applicant)
    expect(again.subscriptionId).not.toBe(first.subscriptionId)
    expect(again.clientSecret).toMatch(/^pi_/)
  })
})

describe('an unpaid signup', () => {
  it('expires without an email, even if Stripe ended its subscription first [PAY-10]', async () => {
    const applicant = newApplicant()
    const { subscriptionId } = await signUp(club.visitor(), applicant)
    club.clock.advance(25 * hourMs)
    const { stripe, sandbox } = club.services.payments
    await sandbox!.control.runDue()
    expect((await stripe.subscriptions.retrieve(subscriptionId)).status).toBe('incomplete_expired')
    await reconcile(club.services)
    expect(await signupOf(subscriptionId)).toMatchObject({ state: 'expired', passwordHash: null })
    expect(await allEmailsTo(club, applicant.email)).toEqual([])
  })

  it('expires even if Stripe no longer knows its subscription [PAY-10]', async () => {
    const { subscriptionId } = await signUp(club.visitor(), newApplicant())
    const { id } = await signupOf(subscriptionId)
    await club.services.db
      .update(pendingSignups)
      .set({ subscriptionId: 'sub_of_another_account' })
      .where(eq(pendingSignups.id, id))
    club.clock.advance(5 * 60_000)
    await reconcile(club.services)
    expect(await openAlerts(club, 'reconcile')).toMatchObject([{ subject: id }])
    club.clock.advance(25 * hourMs)
    await reconcile(club.services)
    expect(await signupOf('sub_of_another_account')).toMatchObject({ state: 'expired', passwordHash: null })
    expect(await openAlerts(club, 'reconcile')).toEqual([])
  })

  it('sends no refund email when the database fails after it expires [PAY-10]', async () => {
    const applicant = newApplicant()
    const { subscriptionId } = await signUp(club.visitor(), applicant)
    club.clock.advance(25 * hourMs)
    const { db } = club.services
    await db.execute(
      'alter table pending_signups add constraint full_disk check (checked_at is null) not valid',
    )
    await reconcile(club.services)
    await db.execute('alter table pending_signups drop constraint full_disk')
    expect(await signupOf(subscriptionId)).toMatchObject({ state: 'awaiting_payment' })
    expect(await allEmailsTo(club, applicant.email)).toEqual([])
    await reconcile(club.services)
    expect(await signupOf(subscriptionId)).toMatchObject({ state: 'expired' })
  })
})
