import { afterAll, beforeAll, expect, it } from 'vitest'
import { raiseAlert } from '#alerts/alerts.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { openAlerts } from '#testing/open-alerts.ts'
import { onLine } from '#testing/provider-line.ts'
import { compareSubscriptions } from './compare-subscriptions.ts'
import { syncCustomer } from './sync-customer.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  club.services.payments.sandbox!.control.webhooks.pause()
})
afterAll(() => club.close())

it('ignores a concurrent change and resolves a difference that is gone', async () => {
  const { user, subscriptionId } = await join(club)
  const other = await join(club)
  const about = { kind: 'subscription-differs', subject: other.subscriptionId }
  await raiseAlert(club.services.db, club.services, { ...about, message: 'They differed.' })
  let asked = 0
  const services = onLine(club, async (request, send) => {
    const answer = await send(request)
    const { pathname, searchParams } = new URL(request.url)
    const isList =
      request.method === 'GET' && pathname === '/v1/subscriptions' && !searchParams.get('customer')
    if (isList && asked++ === 0) {
      await club.services.payments.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
      await syncCustomer(club.services, user.stripeCustomerId!)
    }
    return answer
  })
  await compareSubscriptions(services)
  expect(asked).toBe(1)
  expect(await openAlerts(club, 'subscription-differs')).toEqual([])
})
