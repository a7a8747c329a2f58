import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Statement } from '@touchline/contract/payouts.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { openPage, toastText } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { PayoutActions } from './payout-actions.tsx'
import { accountQuery, overview, statementQuery, termsQuery } from './requests.ts'

const approvable: Statement = {
  id: 'january',
  month: '2027-01-01',
  openingCents: 0,
  closingCents: 7500,
  heldCents: 0,
  payableCents: 7500,
  state: 'closed',
  closedAt: '2027-02-04T00:00:00.000Z',
  isApprovable: true,
  payout: null,
}

const payout = {
  id: 'payout',
  amountCents: 7500,
  method: 'transfer' as const,
  state: 'approved' as const,
  reference: null,
  lastError: 'You have insufficient funds.',
  approvedAt: '2027-02-05T00:00:00.000Z',
  settledAt: null,
}

function Actions() {
  const { data } = useQuery(statementQuery('january'))
  const counted = useInfiniteQuery(overview).data?.pages.length
  const account = useQuery(accountQuery).data?.accountId
  const holdDays = useQuery(termsQuery).data?.current.holdDays
  if (!data) return null
  return (
    <>
      <p>Read {[counted, account, holdDays].join(' ')}</p>
      <PayoutActions statement={data.statement} />
    </>
  )
}

const readings: Record<string, unknown> = {
  '/api/payouts': { hasMore: false, statements: [] },
  '/api/payout-account': { accountId: 'acct_1', isSandbox: true },
  '/api/payout-terms': { current: { holdDays: 7 }, history: [] },
}

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

/** Serves a statement once; later reads fail, and changes get `answer` or no response. */
async function open(statement: Statement, answer: { status: number; message: string } | null) {
  const fails = { readings: false, count: 0 }
  stop = await servePage(({ url = '', method }, response) => {
    if (method === 'POST') {
      fails.readings = true
      if (answer) response.writeHead(answer.status).end(JSON.stringify({ message: answer.message }))
      else response.destroy()
    } else if (fails.readings) {
      fails.count += 1
      response.writeHead(503).end('{}')
    } else response.end(JSON.stringify(readings[url] ?? { statement, groups: [], payouts: [] }))
  })
  openPage(Actions)
  await screen.findByText('Read 1 acct_1 7')
  return fails
}

async function approve() {
  fireEvent.click(await screen.findByRole('button', { name: 'Approve $75.00' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Approve $75.00' }))
}

describe('payouts', () => {
  it('stay on screen when a refetch fails, and report an unknown outcome', async () => {
    const fails = await open(approvable, null)
    await approve()
    await waitFor(() => expect(toastText()).toContain('Not known yet'))
    expect(toastText()).toContain('No response came. Check the payout before you try again.')
    await waitFor(() => expect(fails.count).toBe(4))
    await screen.findByText('Read 1 acct_1 7')
    await screen.findByRole('button', { name: 'Approve $75.00' })
  })

  it('report that nothing changed only after a refusal', async () => {
    await open(approvable, { status: 409, message: 'This statement has already been approved.' })
    await approve()
    await waitFor(() => expect(toastText()).toContain('Nothing was changed'))
    expect(toastText()).toContain('This statement has already been approved.')
    cleanup()
    await stop()
    await open(approvable, { status: 502, message: '' })
    await approve()
    await waitFor(() => expect(toastText()).toContain('Not known yet'))
  })

  it('require stopping a transfer before recording it by hand', async () => {
    await open({ ...approvable, state: 'approved', isApprovable: false, payout }, null)
    expect(screen.queryByRole('button', { name: 'Record Payment' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Send by Hand Instead' }))
    await screen.findByText(/Do not send anything before/)
    cleanup()
    await stop()
    const byHand = { ...payout, method: 'manual' as const }
    await open({ ...approvable, state: 'approved', isApprovable: false, payout: byHand }, null)
    fireEvent.click(screen.getByRole('button', { name: 'Record Payment' }))
    await screen.findByText(/Send \$75.00 to the creator first/)
    expect(screen.queryByRole('button', { name: 'Send by Hand Instead' })).toBeNull()
  })
})
