import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { Revenue } from '@touchline/contract/insights.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { exampleOverview } from '#testing/example-overview.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { RevenueReportsPage } from './revenue-reports-page.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const month = (name: string, creatorCents: number, statement: Revenue['months'][number]['statement']) => ({
  month: name,
  subscriptionCents: 2598,
  tipCents: 500,
  takenBackCents: -1299,
  grossCents: 1799,
  creatorCents,
  statement,
})

const facts: Revenue = {
  thisMonthCents: 1349,
  yearlyProjectionCents: 16_194,
  monthsProjectedFrom: 2,
  projectedFrom: '2026-09-01',
  projectedThrough: '2026-10-01',
  perSubscriberCents: null,
  // Unsorted: the page sorts them.
  months: [
    month('2026-11-01', 1349, null),
    month('2026-09-01', 1350, { id: 'september', earnedCents: 1250, lateCents: 100 }),
    month('2026-10-01', 1349, { id: 'october', earnedCents: 1449, lateCents: -100 }),
  ],
  countedAt: '2026-11-20T12:00:00.000Z',
}

async function open(earnsHere = true, revenue = facts) {
  stop = await servePage(({ url = '' }, response) => {
    const answer = url.endsWith('/revenue')
      ? revenue
      : url.includes('/analytics?')
        ? { ...exampleOverview, earnsHere }
        : { months: [], countedAt: facts.countedAt }
    response.end(JSON.stringify(answer))
  })
  openPage(RevenueReportsPage)
}

const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement!

describe('the revenue reports', () => {
  it('show the month, the yearly projection and the share per subscriber [REV-1]', async () => {
    await open()
    await screen.findByText('Yearly Projection')
    expect(figure('Monthly Revenue').textContent).toContain('$64.95Paid by members')
    expect(figure('Your Share').textContent).toContain('$48.70')
    expect(figure('Yearly Projection').textContent).toContain('$161.94')
    expect(figure('Yearly Projection').textContent).toContain(
      'Your share: twelve times the average of the last 2 months',
    )
    expect(figure('Your Share per Subscriber').textContent).toContain('Not enough data yet')
    const months = screen.getByRole('link', { name: 'View details of Yearly Projection' })
    expect(months.getAttribute('href')).toBe(
      '/analytics/rows?figure=revenue&month=2026-09-01&through=2026-10-01',
    )
    expect(
      screen.getByRole('link', { name: 'Revenue in Your Share per Subscriber' }).getAttribute('href'),
    ).toBe('/analytics/rows?figure=revenue&month=2026-11-01')
  })

  it('list each month next to its statement, newest first, with totals [REV-1, PAYOUT-1]', async () => {
    await open()
    const table = await screen.findByRole('table', { name: 'Month by Month' })
    const rows = within(table).getAllByRole('row').slice(1)
    const [november, october, september, sum] = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
    const paid = ['$25.98', '$5.00', '-$12.99', '$17.99']
    expect(november).toEqual([...paid, '$13.49', 'Not closed yet'])
    expect(october).toEqual([
      ...paid,
      '$13.49',
      '$14.49, statement for October 2026$1.00 of an earlier month is included.',
    ])
    expect(september).toEqual([
      ...paid,
      '$13.50',
      '$12.50, statement for September 2026$1.00 of this month is in a later statement.',
    ])
    expect(sum).toEqual(['$77.94', '$15.00', '-$38.97', '$53.97', '$40.48', '$26.99'])
    const statement = within(table).getByRole('link', { name: /statement for October 2026/ })
    expect(statement.getAttribute('href')).toBe('/payouts/october')
  })

  it('list the newest six months first, and all on request [REV-1]', async () => {
    const many = Array.from({ length: 8 }, (_, index) => month(`2026-0${index + 1}-01`, 100, null))
    await open(true, { ...facts, months: many })
    const table = await screen.findByRole('table', { name: 'Month by Month' })
    const looks = () =>
      [...table.querySelectorAll('tbody tr')].map(({ className }) => /hidden/.test(className))
    expect(looks()).toEqual([false, false, false, false, false, false, true, true])
    fireEvent.click(screen.getByRole('button', { name: 'Show All 8 Months of Month by Month' }))
    expect(looks()).not.toContain(true)
    expect(screen.queryByRole('button', { name: /Show All/ })).toBeNull()
  })

  it('chart the last six months, oldest first [REV-1]', async () => {
    const more = Array.from({ length: 8 }, (_, index) => month(`2026-0${index + 1}-01`, 100 * index, null))
    await open(true, { ...facts, months: more.toReversed() })
    const trend = await screen.findByRole('slider', { name: 'Six-Month Trend' })
    expect(trend.getAttribute('max')).toBe('5')
    expect(trend.getAttribute('aria-valuetext')).toBe('August 2026: Paid by members $17.99, Your share $7.00')
    fireEvent.change(trend, { target: { value: '0' } })
    expect(trend.getAttribute('aria-valuetext')).toContain('March 2026')
  })

  it('can be downloaded as CSV and printed [REV-1]', async () => {
    await open()
    const file = await screen.findByRole('link', { name: 'Download CSV' })
    expect(file.getAttribute('href')).toBe('/api/analytics/revenue?format=csv')
    let prints = 0
    window.print = () => void (prints += 1)
    fireEvent.click(screen.getByRole('button', { name: 'Print' }))
    expect(prints).toBe(1)
  })

  it('show no amounts to a creator the club does not pay [REV-1]', async () => {
    await open(false)
    await screen.findByText(/there are no amounts of yours to show/)
    expect(screen.queryByText('Yearly Projection')).toBeNull()
  })

  it('show no projection before the first full month [REV-1]', async () => {
    await open(true, { ...facts, months: [], yearlyProjectionCents: null, monthsProjectedFrom: 0 })
    await screen.findByText('Yearly Projection')
    expect(figure('Yearly Projection').textContent).toContain('Not enough data yet')
    expect(figure('Yearly Projection').textContent).toContain('Available after the first full month')
    expect(screen.getByRole('region', { name: 'Month by Month' }).textContent).toContain(
      'Not enough data yet',
    )
  })
})
