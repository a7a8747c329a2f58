import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openPage, toastText } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { longDate } from '#ui/dates.ts'
import { offersOf } from './offers.ts'
import { SubscriptionActions } from './subscription-actions.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const portals = { opening: null, isLocked: false, open: async () => {} }
const accessUntil = '2026-06-20T12:00:00.000Z'

describe('canceling in the settings', () => {
  it('shows the end of access if the bill was paid at the same moment [SET-1]', async () => {
    const after = { hasAccess: true, subscriptionState: 'canceled_pending', accessUntil }
    stop = await servePage((_request, response) => response.end(JSON.stringify(after)))
    const offers = offersOf({ subscriptionState: 'past_due', showSubscribeButton: true })
    openPage(() => <SubscriptionActions offers={offers} portals={portals} periodEndsAt={null} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }))
    const dialog = await screen.findByRole('alertdialog')
    fireEvent.click([...dialog.querySelectorAll('button')].at(-1)!)
    await waitFor(() => expect(toastText()).toContain('Subscription Canceled'))
    expect(toastText()).toContain(`You keep access until ${longDate(accessUntil)}`)
    expect(toastText()).not.toContain('ended')
  })

  it.each([
    ['past_due', 'Your last payment is still open.'],
    ['active', 'Your new month has begun and is not paid yet.'],
  ] as const)('explains the immediate end of an unpaid month while %s [SET-1]', async (state, why) => {
    const items = { data: [{ price: { unit_amount: 1299 } }] }
    const subscription = {
      status: state,
      current_period_end: 1_781_956_800,
      cancel_at_period_end: false,
      is_paid_up: false,
      amount_due: null,
      items,
    }
    const status = { subscriptionState: state, showSubscribeButton: false }
    const offers = offersOf(status, { subscription, paymentMethods: [] })
    openPage(() => <SubscriptionActions offers={offers} portals={portals} periodEndsAt={null} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain(
      `${why} If you cancel now, your subscription and your access end at once`,
    )
  })
})
