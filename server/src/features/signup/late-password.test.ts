import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { cards, newApplicant, payWith, signUp } from '#testing/joining.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const webhooks = () => club.services.payments.sandbox!.control.webhooks
const stateOf = async (subscriptionId: string) => {
  const of = eq(pendingSignups.subscriptionId, subscriptionId)
  const [found] = await club.services.db.select().from(pendingSignups).where(of)
  return found?.state
}
const eventArrives = (subscriptionId: string) => {
  webhooks().resume()
  return expect.poll(() => stateOf(subscriptionId)).toBe('completed')
}

it.each([
  ['before', async () => {}],
  ['after', eventArrives],
])(
  'a signup takes the password that comes only once it is paid, %s the event made the account [DONE-1, T-AU-16]',
  async (_when, arrives) => {
    webhooks().pause()
    const visitor = club.visitor()
    const applicant = newApplicant({ password: undefined })
    const { clientSecret, subscriptionId } = await signUp(visitor, applicant)
    await payWith(visitor, club, clientSecret!, cards.good)
    await arrives(subscriptionId)
    const finish = (password: string) =>
      visitor.call(api.subscriptions.createUser, { body: { subscriptionId, password } })
    expect([await finish('12345'), await finish('password')]).toMatchObject([
      { status: 400, body: { fields: { password: 'Password must be at least 6 characters' } } },
      { status: 400, body: { fields: { password: expect.stringContaining('first anybody would guess') } } },
    ])
    expect((await finish('added-time')).status).toBe(201)
    expect((await finish('another-one')).status).toBe(200)
    webhooks().resume()
    const signIn = (password: string) =>
      club.visitor().call(api.accounts.login, { body: { email: applicant.email, password } })
    expect([(await signIn('added-time')).status, (await signIn('another-one')).status]).toEqual([200, 401])
  },
)
