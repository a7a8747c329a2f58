import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Services } from '#services.ts'
import { type Club, openClub } from '#testing/club.ts'
import { cards, newApplicant, payWith, signUp } from '#testing/joining.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import { onLine } from '#testing/provider-line.ts'
import { completeSignup } from '#features/signup/complete-signup.ts'
import { signupBySubscription } from '#features/people/pending-signups.ts'
import { reconcile } from '#testing/reconcile.ts'
import { preparePayment } from '#features/signup/prepare-payment.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  club.services.payments.sandbox!.control.webhooks.pause()
})
afterAll(() => club.close())

const dayMs = 24 * 60 * 60 * 1000
const stripe = () => club.services.payments.stripe

const signupOf = async (subscriptionId: string) =>
  (await signupBySubscription(club.services.db, subscriptionId))!

/** The services on a slow line: `meanwhile` happens when the provider's nth answer about `what` is on its way. */
function onSlowLine(what: string, nth: number, meanwhile: () => Promise<unknown>): Services {
  let answers = 0
  return onLine(club, async (request, send) => {
    const answer = await send(request)
    const isAboutIt = request.method === 'GET' && new URL(request.url).pathname.startsWith(`/v1/${what}`)
    if (isAboutIt) answers += 1
    if (isAboutIt && answers === nth) await meanwhile()
    return answer
  })
}

async function signedUp() {
  const visitor = club.visitor()
  const applicant = newApplicant()
  const { clientSecret, subscriptionId } = await signUp(visitor, applicant)
  const { id } = await signupOf(subscriptionId)
  const pay = () => payWith(visitor, club, clientSecret!, cards.good)
  return { id, applicant, subscriptionId, pay }
}

/** The state of an applicant: their signup, subscription and email subjects. */
async function fateOf({ subscriptionId, applicant }: Awaited<ReturnType<typeof signedUp>>) {
  const emails = await allEmailsTo(club, applicant.email)
  return [
    (await signupOf(subscriptionId)).state,
    (await stripe().subscriptions.retrieve(subscriptionId)).status,
    ...emails.map((email) => /^Subject: (.*)$/m.exec(email)?.[1]),
  ]
}

const aMember = ['completed', 'active', 'Welcome: your membership is active']

describe('a signup that is completed during a check', () => {
  it('is not expired by a reconciler that saw it unpaid [PAY-10]', async () => {
    const person = await signedUp()
    club.clock.advance(dayMs + 1)
    const services = onSlowLine('payment_intents', 1, async () => {
      await person.pay()
      await completeSignup(club.services, person.id)
    })
    await reconcile(services)
    expect(await fateOf(person)).toEqual(aMember)
  })

  it('is not refunded by a reconciler that failed to complete it [PAY-10]', async () => {
    const person = await signedUp()
    await person.pay()
    club.clock.advance(dayMs + 1)
    const { db } = club.services
    await db.execute(
      `alter table people add constraint full_disk check (created_at < '2020-01-01') not valid`,
    )
    const services = onSlowLine('invoices', 2, async () => {
      await db.execute('alter table people drop constraint full_disk')
      await completeSignup(club.services, person.id)
    })
    await reconcile(services)
    expect(await fateOf(person)).toEqual(aMember)
  })

  it('survives a new promo code in another tab [PAY-9]', async () => {
    const person = await signedUp()
    const services = onSlowLine('payment_intents', 1, async () => {
      await person.pay()
      await completeSignup(club.services, person.id)
    })
    expect(await preparePayment(services, person.id, 'WELCOME25')).toEqual({
      clientSecret: null,
      subscriptionId: person.subscriptionId,
      alreadyPaid: true,
    })
    expect(await fateOf(person)).toEqual(aMember)
  })
})
