import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openPage, toastText } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { TermsSection } from './terms-section.tsx'

const current = { subscriptionShareBasisPoints: 7500, tipShareBasisPoints: 7500, holdDays: 7, graceDays: 9 }

const change = () => fireEvent.click(screen.getByRole('button', { name: 'Change Terms' }))

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

async function open(isGraceConfigured: boolean) {
  const sent: unknown[] = []
  const history = [{ ...current, effectiveAt: '2027-01-01T00:00:00.000Z', changedBy: null }]
  stop = await servePage(({ method, body }, response) => {
    if (method === 'POST') sent.push(JSON.parse(body))
    response.end(JSON.stringify({ current, isGraceConfigured, history }))
  })
  openPage(() => <TermsSection mayChange />)
  const hold = await screen.findByLabelText<HTMLInputElement>('Days before a payout')
  const grace = screen.getByLabelText<HTMLInputElement>('Days of grace for an unpaid renewal')
  return { sent, hold, grace }
}

describe('the terms form', () => {
  it('sends only changed terms', async () => {
    const { sent, hold } = await open(false)
    change()
    await waitFor(() => expect(toastText()).toContain('Nothing to Change'))
    fireEvent.change(hold, { target: { value: '8' } })
    change()
    await waitFor(() => expect(sent).toEqual([{ holdDays: 8 }]))
  })

  it('makes a configured grace period read-only', async () => {
    const fixed = await open(true)
    expect(fixed.grace.readOnly).toBe(true)
    expect(fixed.hold.readOnly).toBe(false)
    expect(screen.getByText('Set by the configuration (GRACE_DAYS).')).toBeTruthy()
    cleanup()
    await stop()
    const free = await open(false)
    expect(free.grace.readOnly).toBe(false)
    expect(screen.queryByText('Set by the configuration (GRACE_DAYS).')).toBeNull()
  })
})
