import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import {
  type Lifetime,
  movementKinds,
  type Overview,
  type Recurring,
  type Retention,
} from '@touchline/contract/insights.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { slots } from '#shell/slots.tsx'
import { SlotContext } from '#slots.ts'
import { openPage, openSite } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { AnalyticsPage } from './analytics-page.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const countedAt = '2026-11-20T12:00:00.000Z'

const overview: Overview = {
  totalSubscribers: 1204,
  monthlyRevenue: 64.95,
  totalPosts: 12,
  totalLikes: 340,
  engagementRate: 8.25,
  newSubscribersThisMonth: 2,
  revenuePerSubscriber: 12.99,
  revenueTrend: [
    { month: '2026-10-01', gross: 51.96, net: 38.96 },
    { month: '2026-11-01', gross: 64.95, net: 48.7 },
  ],
  earnsHere: true,
  countedAt,
}

const none = { count: 0, cents: 0 }
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of all the kinds there are
const unmoved = Object.fromEntries(
  movementKinds.map((kind) => [kind, none]),
) as Recurring['months'][number]['movements']

const recurring: Recurring = {
  months: [
    {
      month: '2026-10-01',
      startCents: 0,
      endCents: 5196,
      membersAtStart: 0,
      membersAtEnd: 4,
      movements: { ...unmoved, new: { count: 4, cents: 5196 } },
    },
    {
      month: '2026-11-01',
      startCents: 5196,
      endCents: 6495,
      membersAtStart: 4,
      membersAtEnd: 5,
      movements: {
        ...unmoved,
        new: { count: 2, cents: 2598 },
        lost_by_failed_payment: { count: 1, cents: -1299 },
      },
    },
  ],
  countedAt,
}

const retention: Retention = {
  cohorts: [
    { month: '2026-10-01', joined: 4, kept: [4, 3] },
    { month: '2026-11-01', joined: 0, kept: [0] },
  ],
  countedAt,
}

const lifetime: Lifetime = {
  people: 6,
  paidCents: 11_691,
  paidPerPersonCents: 1949,
  monthlyLoss: null,
  monthsCounted: 1,
  from: '2026-10-01',
  through: '2026-10-01',
  lostInThem: 1,
  membersAtStarts: 4,
  paidInThemCents: 5196,
  memberMonths: 4,
  revenuePerMemberCents: 1299,
  expectedCents: null,
  countedAt,
}

type Answers = Record<string, unknown>

/** Serves every section of the page. `answers` may change while the page is open; a missing one fails with 503. */
async function open(changed: Answers = {}, sees = 'Total Posts') {
  const answers: Answers = {
    '': overview,
    '/recurring': recurring,
    '/retention': retention,
    '/lifetime': lifetime,
    ...changed,
  }
  stop = await servePage(({ url = '' }, response) => {
    const answer = answers[url.replace('/api/analytics', '')]
    if (answer) response.end(JSON.stringify(answer))
    else response.writeHead(503).end(JSON.stringify({ message: 'Please try again in a minute.' }))
  })
  openPage(() => (
    <SlotContext value={{ ...slots, RecentTips: () => <p>Tips of late</p> }}>
      <AnalyticsPage />
    </SlotContext>
  ))
  await screen.findByText(sees)
  return answers
}

const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement!
const linksIn = (place: HTMLElement) =>
  within(place)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

describe('the analytics page', () => {
  it('links revenue per subscriber to the payments of its month [ANA-2]', async () => {
    await open()
    expect(screen.getByRole('link', { name: 'Revenue in Revenue per Subscriber' }).getAttribute('href')).toBe(
      '/analytics/rows?figure=revenue&month=2026-11-01',
    )
  })

  it('shows each figure with its definition and a link to its rows [ANA-1, ANA-2]', async () => {
    await open()
    const shown = {
      'Total Subscribers': '1,204',
      'Monthly Revenue': '$64.95',
      'Total Posts': '12',
      'Total Likes': '340',
      'Engagement Rate': '8.3%',
      'New Subscribers This Month': '2',
      'Revenue per Subscriber': '$12.99',
    }
    for (const [label, value] of Object.entries(shown)) {
      expect(within(figure(label)).getAllByRole('definition')[0]?.textContent).toBe(value)
      expect(within(figure(label)).getByLabelText(`What “${label}” means`)).toBeTruthy()
    }
    expect(linksIn(figure('Monthly Revenue'))).toEqual([
      '/analytics/rows?figure=revenue&month=2026-11-01',
      '/api/analytics/rows/csv?figure=revenue&month=2026-11-01',
    ])
    expect(linksIn(figure('Engagement Rate'))).toEqual(
      ['likes', 'comments', 'views'].map((name) => `/analytics/rows?figure=${name}`),
    )
    expect(screen.getByText('Tips of late')).toBeTruthy()
  })

  it('charts revenue and the creator’s share by month [ANA-1, ANA-2]', async () => {
    await open()
    const trend = screen.getByRole('slider', { name: 'Revenue Trend' })
    const said = () => trend.getAttribute('aria-valuetext')
    expect(said()).toBe('November 2026: Paid by members $64.95, Your share $48.70')
    fireEvent.change(trend, { target: { value: '0' } })
    expect(said()).toBe('October 2026: Paid by members $51.96, Your share $38.96')
    const rows = screen.getByRole('link', { name: 'Rows of October 2026' })
    expect(rows.getAttribute('href')).toBe('/analytics/rows?figure=revenue&month=2026-10-01')
  })

  it('lists the MRR movements of each month with links to their rows [ANA-2]', async () => {
    await open()
    const table = await screen.findByRole('table', { name: 'MRR Movements' })
    const [, november] = within(table).getAllByRole('row')
    const noMembers = '0'
    expect(cells(november!)).toEqual([
      '$51.96',
      '+$25.982 members, New, November 2026',
      noMembers,
      noMembers,
      noMembers,
      noMembers,
      '-$12.991 member, Involuntary Churn, November 2026',
      noMembers,
      '$64.955 members, all movements up to the end of November 2026',
    ])
    expect(linksIn(november!)).toEqual([
      '/analytics/rows?figure=movements&month=2026-11-01&kind=new',
      '/analytics/rows?figure=movements&month=2026-11-01&kind=lost_by_failed_payment',
      '/analytics/rows?figure=movements&through=2026-11-01',
    ])
    expect(screen.getByText(/a month now, from 5 members: \+\$12.99 since November 2026 began/)).toBeTruthy()
  })

  it('shows retention in percent and members, and 0 for an empty cohort [ANA-2]', async () => {
    await open()
    const table = await screen.findByRole('table', { name: 'Retention' })
    const [, november, october] = within(table).getAllByRole('row')
    expect(cells(october!)).toEqual(['4 joined in October 2026', '100%4 of 4', '75%3 of 4'])
    expect(cells(november!)).toEqual(['0', '0'])
    expect(linksIn(october!)).toEqual([
      '/analytics/rows?figure=kept&joined=2026-10-01',
      '/analytics/rows?figure=joined&month=2026-10-01',
    ])
  })

  it('links lifetime value to its months and explains the division [ANA-2]', async () => {
    await open()
    await screen.findByText('Lifetime Value')
    const months = 'month=2026-10-01&through=2026-10-01'
    const [revenue, lost] = [`figure=revenue&${months}`, `figure=lost&${months}`]
    expect(linksIn(figure('Lifetime Value'))).toEqual([
      `/analytics/rows?${revenue}`,
      `/analytics/rows?${lost}`,
    ])
    expect(linksIn(figure('Churn Rate'))).toEqual([
      `/analytics/rows?${lost}`,
      `/api/analytics/rows/csv?${lost}`,
    ])
    expect(linksIn(figure('ARPU'))).toEqual([
      `/analytics/rows?${revenue}`,
      `/api/analytics/rows/csv?${revenue}`,
    ])
    expect(figure('Churn Rate').textContent).toContain(
      '1 member lost out of 4 at the start of 1 month, added up',
    )
    expect(figure('ARPU').textContent).toContain('$51.96 from an average of 4 members')
  })

  it('shows “Not enough data yet” for missing values [ANA-2]', async () => {
    await open({
      '': { ...overview, engagementRate: null, revenuePerSubscriber: null, revenueTrend: [] },
      '/recurring': { months: [], countedAt },
      '/retention': { cohorts: [], countedAt },
    })
    await screen.findByText('Lifetime Value')
    for (const label of ['Engagement Rate', 'Revenue per Subscriber', 'Lifetime Value', 'Churn Rate'])
      expect(figure(label).textContent).toContain('Not enough data yet')
    for (const name of ['Revenue Trend', 'Monthly Recurring Revenue', 'Retention'])
      expect(screen.getByRole('region', { name }).textContent).toContain('Not enough data yet')
  })

  it('hides amounts from a creator who does not receive the revenue [ANA-1]', async () => {
    await open({ '': { ...overview, earnsHere: false, monthlyRevenue: 0, revenueTrend: [] } })
    expect(
      screen.getByText(`What members pay here is ${openSite.creator.name}’s`, { exact: false }),
    ).toBeTruthy()
    // Movements are amounts, so they are not linked.
    const table = await screen.findByRole('table', { name: 'Retention' })
    expect(linksIn(table)).toEqual(['/analytics/rows?figure=joined&month=2026-10-01'])
    for (const gone of ['Monthly Revenue', 'Revenue per Subscriber', 'Revenue Trend', 'Lifetime Value'])
      expect(screen.queryByText(gone)).toBeNull()
  })

  it('appears on its own after the first count [ANA-2]', async () => {
    const answers = await open({ '': { ...overview, countedAt: null } }, 'Not counted yet')
    expect(screen.queryByText('Total Posts')).toBeNull()
    answers[''] = overview
    expect(await screen.findByText('Total Posts')).toBeTruthy()
    expect(screen.getByText(/^Counted /)).toBeTruthy()
  })

  it('stays up when one section fails, and retries it on request [ANA-1]', async () => {
    const answers = await open({ '/retention': undefined })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Please try again in a minute.')
    expect(figure('Total Posts').textContent).toContain('12')
    answers['/retention'] = retention
    fireEvent.click(within(alert).getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('table', { name: 'Retention' })).toBeTruthy()
  })
})
