import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { Payment } from '@touchline/contract/ledger.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { openPage, toastText } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { PaymentsSection } from './payments-section.tsx'

const payment: Payment = {
  id: 'payment',
  kind: 'subscription',
  paidAt: '2027-01-05T12:00:00.000Z',
  state: 'paid',
  grossCents: 1299,
  feeCents: 68,
  creatorCents: 974,
  refundedCents: 0,
  pendingCents: 0,
  disputedCents: 0,
  refundableCents: 1299,
  payer: { name: 'Nadia Kane', email: 'nadia@club.example' },
}

let stop = async () => {}
afterEach(async () => {
  cleanup()
  sessionStorage.clear()
  await stop()
})

type Answer = { status: number; body: unknown; after?: Promise<void> } | null

/** Serves the payment; presses get these answers in turn, null for none at all. Answers the names of the presses. */
async function open(shown: Payment, answers: Answer[], isRefundWanted = false) {
  const presses: (string | undefined)[] = []
  stop = await servePage(async ({ method, headers }, response) => {
    if (method !== 'POST') {
      response.end(JSON.stringify({ payments: [shown], hasMore: false }))
      return
    }
    const answer = answers[presses.length]
    presses.push(String(headers['idempotency-key']))
    await answer?.after
    if (answer) response.writeHead(answer.status).end(JSON.stringify(answer.body))
    else response.destroy()
  })
  openPage(() => <PaymentsSection search="" onSearch={() => undefined} isRefundWanted={isRefundWanted} />)
  return presses
}

const openDialog = async (amount = '$12.99') =>
  fireEvent.click(await screen.findByRole('button', { name: `Refund ${amount} of Nadia Kane` }))

const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Refund $12.99' }))

const sent = { status: 200, body: { amountCents: 1299, state: 'sent' } }

describe('a refund whose answer was lost', () => {
  it('repeats the same refund until a response arrives', async () => {
    const refused = { status: 409, body: { message: 'Another refund of this payment is still on its way.' } }
    const tooMany = { status: 429, body: { message: 'Too many calls.' } }
    const presses = await open(payment, [null, null, tooMany, refused, sent])
    await openDialog()
    await press()
    await waitFor(() => expect(toastText()).toContain('Not known yet'))
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await openDialog()
    await press()
    await waitFor(() => expect(presses).toHaveLength(2))
    await press()
    await waitFor(() => expect(toastText()).toContain('Too many calls.'))
    await press()
    await waitFor(() => expect(toastText()).toContain('Another refund'))
    expect(toastText()).toContain('Not refunded')
    await press()
    await waitFor(() => expect(toastText()).toContain('$12.99 is on its way.'))
    expect(new Set(presses.slice(0, 4)).size).toBe(1)
    expect(presses[4]).not.toBe(presses[0])
  })
})

describe('a refund whose dialog was closed', () => {
  it('shows the outcome, and the next submission is a new refund', async () => {
    const held = Promise.withResolvers<void>()
    const presses = await open(payment, [{ ...sent, after: held.promise }, sent])
    await openDialog()
    await press()
    await screen.findByRole('button', { name: 'Refunding...' })
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    // Without a response, another refund would be indistinguishable from it.
    await openDialog()
    expect(await screen.findByRole('button', { name: 'Refunding...' })).toHaveProperty('disabled', true)
    held.resolve()
    await waitFor(() => expect(toastText()).toContain('$12.99 is on its way.'))
    await openDialog()
    await press()
    await waitFor(() => expect(presses).toHaveLength(2))
    expect(presses[1]).not.toBe(presses[0])
  })
})

describe('a payment', () => {
  it('opens immediately from a link', async () => {
    await open(payment, [], true)
    const dialog = await screen.findByRole('dialog', { name: 'Refund payment' })
    expect(dialog.textContent).toContain('Nadia Kane paid $12.99.')
  })

  it('shows pending refunds and offers only the rest', async () => {
    await open({ ...payment, pendingCents: 300, refundableCents: 999 }, [])
    await screen.findByText(/\$3\.00 refund on its way/)
    await openDialog('$9.99')
    expect((await screen.findByLabelText<HTMLInputElement>('Amount in dollars')).value).toBe('9.99')
  })
})
