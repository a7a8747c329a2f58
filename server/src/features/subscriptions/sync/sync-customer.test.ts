import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { onLine } from '#testing/provider-line.ts'
import { startSubscription } from '../checkout/start-subscription.ts'
import { subscriptionStatusOf } from '../access/subscription-status.ts'
import { paymentAlerts } from '#alerts/schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  club.services.payments.sandbox!.control.webhooks.pause()
})
afterAll(() => club.close())

it('shares one request among concurrent calls', async () => {
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

it('denies access for an unknown status, alerts the admins and sells nothing else [fault 41]', async () => {
  const { user, subscriptionId } = await join(club)
  const services = onLine(club, async (request, send) => {
    const answer = await send(request)
    if (new URL(request.url).pathname !== '/v1/subscriptions' || request.method !== 'GET') return answer
    const body = (await answer.text()).replaceAll('"status":"active"', '"status":"hibernating"')
    return new Response(body, { status: answer.status, headers: answer.headers })
  })
  const viewer = { id: user.id, role: user.role, stripeCustomerId: user.stripeCustomerId! }
  expect(await subscriptionStatusOf(services, viewer, true)).toMatchObject({
    hasAccess: false,
    subscriptionState: 'none',
  })
  await expect(
    startSubscription(services, user.id, { couponCode: null, termsAccepted: true }),
  ).rejects.toMatchObject({ status: 409 })
  const alerts = await club.services.db
    .select({ subject: paymentAlerts.subject })
    .from(paymentAlerts)
    .where(eq(paymentAlerts.kind, 'unknown-status'))
  expect(alerts).toEqual([{ subject: subscriptionId }])
})
