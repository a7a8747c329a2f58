import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { Comparison, Overview } from '@touchline/contract/insights.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { slots } from '#shell/slots.tsx'
import { SlotContext } from '#slots.ts'
import { exampleFigures, exampleOverview, examplePeriod, unpaidFigures } from '#testing/example-overview.ts'
import { openPage, openSite } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { AnalyticsPage } from './analytics-page.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

/** Serves the overview. `answers` may change while the page is open, by period; others get the first. */
async function open(overview: Overview = exampleOverview, sees = 'Total Posts', at = '/') {
  const answers: Record<string, Overview> = { this_month: overview }
  stop = await servePage(({ url = '' }, response) => {
    const name = new URL(url, 'http://club').searchParams.get('period') ?? ''
    response.end(JSON.stringify(answers[name] ?? overview))
  })
  openPage(
    () => (
      <SlotContext value={{ ...slots, RecentTips: () => <p>Tips of late</p> }}>
        <AnalyticsPage />
      </SlotContext>
    ),
    at,
  )
  await screen.findByText(sees)
  return answers
}

const withPeriod = (period: Partial<Comparison>): Overview => ({
  ...exampleOverview,
  period: { ...examplePeriod, ...period },
})

const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement!
const linksIn = (place: HTMLElement) =>
  within(place)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))

describe('the analytics page', () => {
  it('shows each figure with its definition and a link to its rows [ANA-1, ANA-2]', async () => {
    await open()
    const shown = {
      'Total Subscribers': '1,204',
      'Monthly Revenue': '$64.95',
      'Your Share': '$48.70',
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
    expect(figure('Monthly Revenue').textContent).toContain('Paid by members')
    expect(screen.getByRole('link', { name: 'View details of Total Likes' }).getAttribute('href')).toBe(
      '/analytics/rows?figure=likes',
    )
    expect(linksIn(figure('Engagement Rate'))).toEqual(
      ['likes', 'comments', 'views'].map((name) => `/analytics/rows?figure=${name}`),
    )
    expect(linksIn(figure('Revenue per Subscriber'))).toEqual([
      '/analytics/rows?figure=revenue&month=2026-11-01',
      '/analytics/rows?figure=subscribers',
    ])
    expect(screen.getByText('Tips of late')).toBeTruthy()
  })

  it('shows the change of each figure with links to its rows [ANA-1, ANA-2]', async () => {
    await open()
    const month = 'month=2026-11-01&through=2026-11-01'
    const early = 'month=2026-10-01&through=2026-10-01&until=2026-10-21T00%3A00%3A00.000Z'
    const subscribers = figure('Total Subscribers')
    expect(subscribers.textContent).toContain('+10 members of Total Subscribers, +0.8%since October 31')
    expect(linksIn(subscribers)[0]).toBe(`/analytics/rows?figure=kept&${month}`)
    const paid = figure('Monthly Revenue')
    expect(paid.textContent).toContain('+$12.99, +25%from $51.96, October 1 to 20')
    expect(linksIn(paid)).toEqual([
      `/analytics/rows?figure=revenue&${early}`,
      '/analytics/rows?figure=revenue&month=2026-11-01',
    ])
    expect(linksIn(figure('Total Posts'))[0]).toBe(`/analytics/rows?figure=posts&${month}`)
    expect(figure('Total Likes').textContent).toContain('No changesince October 31')
    expect(figure('Engagement Rate').textContent).toContain('-0.7 pointssince October 31')
    expect(figure('New Subscribers This Month').textContent).toContain('-2, -50%from 4, October 1 to 20')
    expect(linksIn(figure('New Subscribers This Month'))[0]).toBe(
      `/analytics/rows?figure=new_subscribers&${early}`,
    )
    expect(figure('Revenue per Subscriber').textContent).toContain('No full month before to compare with')
  })

  it('draws the course of a figure and reads it out [ANA-2]', async () => {
    await open()
    expect(
      within(figure('Your Share')).getByRole('img', {
        name: 'Your Share by month: October 2026 $58.44, November 2026 $48.70',
      }),
    ).toBeTruthy()
    // One known month is no course, and likes have none.
    for (const label of ['Revenue per Subscriber', 'Total Likes'])
      expect(within(figure(label)).queryByRole('img')).toBeNull()
  })

  it('links to each available period and marks the current one [ANA-1]', async () => {
    await open()
    const periods = within(screen.getByRole('navigation', { name: 'Period' })).getAllByRole('link')
    expect(periods.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['This month', '/analytics'],
      ['Last month', '/analytics?period=last_month'],
      ['All time', '/analytics?period=all'],
    ])
    expect(periods.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null, null])
  })

  it('shows the period of the address, with rows up to its end [ANA-1, ANA-2]', async () => {
    const past = withPeriod({
      name: 'last_month',
      from: '2026-10-01',
      through: '2026-10-01',
      earlier: { from: '2026-09-01', through: '2026-09-01', until: null },
    })
    await open(past, 'Total Posts', '/?period=last_month')
    expect(screen.getByRole('link', { name: 'Last month' }).getAttribute('aria-current')).toBe('page')
    expect(figure('Total Subscribers').textContent).toContain('since September 30')
    expect(linksIn(figure('Total Subscribers'))[1]).toBe('/analytics/rows?figure=kept&through=2026-10-01')
    expect(linksIn(figure('Total Likes'))).toEqual(['/analytics/rows?figure=new_likes&through=2026-10-01'])
    expect(figure('Monthly Revenue').textContent).toContain('from $51.96, September 2026')
    expect(screen.getByText('New Subscribers', { selector: 'dt' })).toBeTruthy()
  })

  it('compares nothing over all time and names the sum of many months Revenue [ANA-1]', async () => {
    const figures = structuredClone(exampleFigures)
    for (const one of Object.values(figures)) Object.assign(one, { earlier: null, change: null, ratio: null })
    await open(withPeriod({ name: 'all', from: '2026-10-01', earlier: null, figures }))
    expect(linksIn(figure('Revenue'))).toEqual([
      '/analytics/rows?figure=revenue&month=2026-10-01&through=2026-11-01',
    ])
    expect(screen.queryByText(/to compare with|No change|^since/)).toBeNull()
  })

  it('hides the switch with a single period [ANA-1]', async () => {
    await open(withPeriod({ available: ['this_month'] }))
    expect(screen.queryByRole('navigation', { name: 'Period' })).toBeNull()
  })

  it('charts revenue and the creator’s share by month [ANA-1, ANA-2]', async () => {
    await open()
    const trend = screen.getByRole('slider', { name: 'Revenue Trend' })
    const said = () => trend.getAttribute('aria-valuetext')
    expect(said()).toBe('November 2026: Paid by members $64.95, Your share $48.70')
    fireEvent.change(trend, { target: { value: '0' } })
    expect(said()).toBe('October 2026: Paid by members $77.94, Your share $58.44')
    const rows = screen.getByRole('link', { name: 'October 2026 payments' })
    expect(rows.getAttribute('href')).toBe('/analytics/rows?figure=revenue&month=2026-10-01')
  })

  it('shows “Not enough data yet” for missing values [ANA-2]', async () => {
    const missing = { value: null, earlier: null, change: null, ratio: null, trend: [null, null] }
    const figures = { ...exampleFigures, engagement: missing, paidPerSubscriberCents: missing }
    await open({ ...withPeriod({ figures }), revenueTrend: [] })
    for (const label of ['Engagement Rate', 'Revenue per Subscriber'])
      expect(figure(label).textContent).toContain('Not enough data yet')
    expect(screen.getByRole('region', { name: 'Revenue Trend' }).textContent).toContain('Not enough data yet')
  })

  it('hides amounts from a creator who does not receive the revenue [ANA-1]', async () => {
    await open({ ...withPeriod({ figures: unpaidFigures }), earnsHere: false, revenueTrend: [] })
    expect(
      screen.getByText(`What members pay here is ${openSite.creator.name}’s`, { exact: false }),
    ).toBeTruthy()
    // Movements are amounts, so the change of members is not linked.
    expect(linksIn(figure('Total Subscribers'))).toEqual(['/analytics/rows?figure=subscribers'])
    for (const gone of ['Monthly Revenue', 'Your Share', 'Revenue per Subscriber', 'Revenue Trend'])
      expect(screen.queryByText(gone)).toBeNull()
  })

  it('appears automatically after the first count [ANA-2]', async () => {
    const answers = await open({ ...exampleOverview, countedAt: null }, 'Not counted yet')
    expect(screen.queryByText('Total Posts')).toBeNull()
    answers.this_month = exampleOverview
    expect(await screen.findByText('Total Posts')).toBeTruthy()
    expect(screen.getByText(/^Counted /)).toBeTruthy()
  })
})
