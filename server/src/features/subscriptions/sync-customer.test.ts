import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { onLine } from '#testing/provider-line.ts'
import { subscriptionStatusOf } from './subscription-status.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  club.services.payments.sandbox!.control.webhooks.pause()
})
afterAll(() => club.close())

it('asks the provider once for everybody who wants to know at the same time', async () => {
  const { user } = await join(club)
  let questions = 0
  const services = onLine(club, (request, send) => {
    if (new URL(request.url).pathname === '/v1/subscriptions') questions += 1
    return send(request)
  })
  const viewer = { id: user.id, role: user.role, stripeCustomerId: user.stripeCustomerId! }
  const asking = Array.from({ length: 10 }, () => subscriptionStatusOf(services, viewer, true))
  await new Promise((resolve) => setTimeout(resolve, 1))
  asking.push(...Array.from({ length: 10 }, () => subscriptionStatusOf(services, viewer, true)))
  const answers = await Promise.all(asking)
  expect(answers.map(({ hasAccess }) => hasAccess)).toEqual(Array.from({ length: 20 }, () => true))
  expect(questions).toBeLessThanOrEqual(2)
})
