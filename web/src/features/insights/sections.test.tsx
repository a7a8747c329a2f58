import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { type Lifetime, movementKinds, type Recurring, type Retention } from '@touchline/contract/insights.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { exampleOverview } from '#testing/example-overview.ts'
import { servePage } from '#testing/page-server.ts'
import { MemberHistory } from './member-history.tsx'
import { RecurringSection } from './recurring-section.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const countedAt = '2026-11-20T12:00:00.000Z'

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

/** Serves every section. `answers` may change while the page is open; a missing one fails with 503. */
async function open(changed: Answers = {}) {
  const answers: Answers = {
    '?period=this_month': exampleOverview,
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
    <>
      <RecurringSection />
      <MemberHistory />
    </>
  ))
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

describe('the sections of the analytics pages', () => {
  it('list the MRR movements of each month with links to their rows [ANA-2]', async () => {
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

  it('show retention in percent and members, and 0 for an empty cohort [ANA-2]', async () => {
    await open()
    const table = await screen.findByRole('table', { name: 'Retention' })
    await within(table).findByRole('link', { name: /arrivals and departures/ })
    const [, november, october] = within(table).getAllByRole('row')
    expect(cells(october!)).toEqual(['4 joined in October 2026', '100%4 of 4', '75%3 of 4'])
    expect(cells(november!)).toEqual(['0', '0'])
    expect(linksIn(october!)).toEqual([
      '/analytics/rows?figure=kept&joined=2026-10-01',
      '/analytics/rows?figure=joined&month=2026-10-01',
    ])
  })

  it('link lifetime value to its months and explains the division [ANA-2]', async () => {
    await open()
    await screen.findByText('Lifetime Value')
    const months = 'month=2026-10-01&through=2026-10-01'
    const [revenue, lost] = [`figure=revenue&${months}`, `figure=lost&${months}`]
    expect(linksIn(figure('Lifetime Value'))).toEqual([
      `/analytics/rows?${revenue}`,
      `/analytics/rows?${lost}`,
    ])
    expect(linksIn(figure('Churn Rate'))).toEqual([`/analytics/rows?${lost}`])
    expect(linksIn(figure('ARPU'))).toEqual([`/analytics/rows?${revenue}`])
    expect(figure('Churn Rate').textContent).toContain(
      '1 member lost out of 4 at the start of 1 month, added up',
    )
    expect(figure('ARPU').textContent).toContain('$51.96 from an average of 4 members')
  })

  it('show “Not enough data yet” for missing values [ANA-2]', async () => {
    await open({
      '/recurring': { months: [], countedAt },
      '/retention': { cohorts: [], countedAt },
    })
    await screen.findByText('Lifetime Value')
    for (const label of ['Lifetime Value', 'Churn Rate'])
      expect(figure(label).textContent).toContain('Not enough data yet')
    for (const name of ['Monthly Recurring Revenue', 'Retention'])
      expect(screen.getByRole('region', { name }).textContent).toContain('Not enough data yet')
  })

  it('link cohorts to movements only for the creator who is paid [ANA-2]', async () => {
    await open({ '?period=this_month': { ...exampleOverview, earnsHere: false } })
    const table = await screen.findByRole('table', { name: 'Retention' })
    expect(linksIn(table)).toEqual(['/analytics/rows?figure=joined&month=2026-10-01'])
    expect(screen.queryByText('Lifetime Value')).toBeNull()
  })

  it('stay up when one of them fails, and retry it on request [ANA-1]', async () => {
    const answers = await open({ '/retention': undefined })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Please try again in a minute.')
    expect(await screen.findByText('Lifetime Value')).toBeTruthy()
    answers['/retention'] = retention
    fireEvent.click(within(alert).getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('table', { name: 'Retention' })).toBeTruthy()
  })
})
