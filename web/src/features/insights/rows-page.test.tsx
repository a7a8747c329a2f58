import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { TracedRow } from '@touchline/contract/insights.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { RowsOf } from './rows-page.tsx'
import { type RowsSearch, toRowsSearch } from './rows-search.ts'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const payment = (number: number, part: Partial<TracedRow> = {}): TracedRow => ({
  id: `row-${number}`,
  at: '2026-11-04T12:00:00.000Z',
  what: 'subscription',
  name: `Fan ${number}`,
  count: 1,
  amountCents: 1299,
  creatorCents: 974,
  postId: null,
  ...part,
})

/** Opens the rows of `search`, served a page at a time; answers what was requests for. */
async function open(search: RowsSearch, ...pages: TracedRow[][]) {
  const requests: string[] = []
  stop = await servePage(({ url = '' }, response) => {
    requests.push(url)
    const page = Number(new URL(url, 'http://club').searchParams.get('before') ?? 0)
    const next = page + 1 < pages.length ? String(page + 1) : null
    response.end(JSON.stringify({ rows: pages[page] ?? [], next }))
  })
  openPage(() => <RowsOf search={search} />)
  return requests
}

describe('the rows of a figure', () => {
  it('start at a given moment and say so [HOME-1]', async () => {
    const since = '2026-11-04T12:00:00.000Z'
    const requests = await open({ figure: 'joined', since }, [payment(1)])
    await screen.findByText('1 entry: $12.99, your share $9.74')
    expect(screen.getByText('Since November 4, 2026 at 12:00 PM UTC.')).toBeTruthy()
    expect(requests).toEqual([
      `/api/analytics/rows?${new URLSearchParams({ figure: 'joined', since })}&limit=50`,
    ])
    expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toContain('since=2026')
  })

  it('end before a given moment and say so [ANA-2]', async () => {
    const until = '2026-10-21T00:00:00.000Z'
    const requests = await open({ figure: 'revenue', month: '2026-10-01', until }, [payment(1)])
    await screen.findByText('1 entry: $12.99, your share $9.74')
    expect(screen.getByText('Before October 21, 2026 at 12:00 AM UTC.')).toBeTruthy()
    expect(requests).toEqual([
      `/api/analytics/rows?${new URLSearchParams({ figure: 'revenue', month: '2026-10-01', until })}&limit=50`,
    ])
  })

  it('cover a given range of months and say so [ANA-2]', async () => {
    const month = '2026-05-01'
    const requests = await open({ figure: 'lost', month, through: '2026-10-01' }, [
      payment(1, { what: 'lost_by_choice', amountCents: null, creatorCents: null }),
      payment(2, { what: 'recovered', count: -1, amountCents: null, creatorCents: null }),
    ])
    expect(await screen.findByText('2 entries: 0 in total')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Churned Members, May 2026 to October 2026' })).toBeTruthy()
    expect(requests).toEqual(['/api/analytics/rows?figure=lost&month=2026-05-01&through=2026-10-01&limit=50'])
    expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toContain(
      'through=2026-10-01',
    )
  })

  it('add up to the figure, page by page [ANA-2]', async () => {
    const refund = payment(2, { what: 'refund', name: null, amountCents: -500, creatorCents: -375 })
    const requests = await open(
      { figure: 'revenue', month: '2026-11-01' },
      [payment(1), refund],
      [payment(3, { what: 'tip', amountCents: 500, creatorCents: 375 })],
    )
    expect(await screen.findByText('The newest 2 entries: $7.99, your share $5.99')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Show More' }))
    expect(await screen.findByText('3 entries: $12.99, your share $9.74')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull()
    expect(requests).toEqual([
      '/api/analytics/rows?figure=revenue&month=2026-11-01&limit=50',
      '/api/analytics/rows?figure=revenue&month=2026-11-01&limit=50&before=1',
    ])
    const rows = within(screen.getByRole('list', { name: 'Details' })).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'MembershipFan 1 · November 4, 2026 at 12:00 PM UTC$12.99your share $9.74',
      'RefundDeleted account · November 4, 2026 at 12:00 PM UTC-$5.00your share -$3.75',
      'TipFan 3 · November 4, 2026 at 12:00 PM UTC$5.00your share $3.75',
    ])
    expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
      '/api/analytics/rows/csv?figure=revenue&month=2026-11-01',
    )
  })

  it('are posts with links for figures counted by post [ANA-2]', async () => {
    const post = { what: 'Two watches', name: null, amountCents: null, creatorCents: null }
    await open({ figure: 'likes' }, [
      payment(1, { ...post, postId: 'one', count: 30 }),
      payment(2, { ...post, postId: 'two', count: 4 }),
    ])
    expect(await screen.findByText('2 entries: 34 in total')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Two watches' })[0]?.getAttribute('href')).toBe('/post/one')
    expect(screen.queryByText(/Deleted account/)).toBeNull()
  })

  it('are named after their movement and explain it [ANA-2]', async () => {
    await open({ figure: 'movements', kind: 'lost_by_choice' }, [
      payment(1, { what: 'lost_by_choice', amountCents: -1299, creatorCents: null }),
    ])
    expect(await screen.findByText('1 entry: -$12.99')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Voluntary Churn')
    expect(screen.getByText(/Members who canceled/)).toBeTruthy()
  })

  it('are limited to one cohort by the URL [ANA-2]', async () => {
    const requests = await open(toRowsSearch({ figure: 'movements', joined: '2026-10-01' }))
    await screen.findByText('Nothing here yet')
    expect(requests).toEqual(['/api/analytics/rows?figure=movements&joined=2026-10-01&limit=50'])
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
      'MRR Movements of Members Who Joined in October 2026',
    )
  })

  it('are empty, or unknown for an unknown figure [ANA-2]', async () => {
    await open({ figure: 'joined' })
    expect(await screen.findByText('Nothing here yet')).toBeTruthy()
    cleanup()
    for (const search of [{}, toRowsSearch({ figure: 'luck' }), toRowsSearch({ figure: 'to_string' })]) {
      openPage(() => <RowsOf search={search} />)
      expect(await screen.findByText('There is no such figure')).toBeTruthy()
      cleanup()
    }
  })

  it('ignore the kind of other figures and unknown kinds [ANA-2]', async () => {
    const requests = await open(toRowsSearch({ figure: 'posts', kind: 'new' }))
    await screen.findByText('Nothing here yet')
    cleanup()
    await stop()
    const next = await open(toRowsSearch({ figure: 'movements', kind: 'luck' }))
    await screen.findByText('Nothing here yet')
    expect([...requests, ...next]).toEqual([
      '/api/analytics/rows?figure=posts&limit=50',
      '/api/analytics/rows?figure=movements&limit=50',
    ])
  })
})
