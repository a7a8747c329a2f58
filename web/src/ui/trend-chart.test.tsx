import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { CountedFigure } from './counted-figure.tsx'
import { TrendChart } from './trend-chart.tsx'
import type { TrendSeries } from './trend-table.tsx'

afterEach(cleanup)

const months = ['September', 'October', 'November']
const points = months.map((month) => ({ name: `${month} 2026`, short: month.slice(0, 3) }))
const series: TrendSeries[] = [
  { name: 'Paid', look: 'turf', mark: 'area', values: [10, 30, 20] },
  { name: 'Your part', look: 'review', mark: 'dashes', values: [7, 21, 14] },
]

function open(count = points.length) {
  const chart = (shown: number) => (
    <TrendChart
      label="Revenue by month"
      points={points.slice(0, shown)}
      series={series}
      format={(value) => `$${value}`}
    />
  )
  const { rerender } = render(chart(count))
  return (shown: number) => rerender(chart(shown))
}

const readOut = () => screen.getByRole('status').textContent
const slider = () => screen.getByRole('slider', { name: 'Revenue by month' })

describe('a chart', () => {
  it('is one tab stop that reads out its points, newest first [ANA-2]', () => {
    open()
    expect(slider().getAttribute('aria-valuetext')).toBe('November 2026: Paid $20, Your part $14')
    fireEvent.change(slider(), { target: { value: '1' } })
    expect(slider().getAttribute('aria-valuetext')).toBe('October 2026: Paid $30, Your part $21')
    expect(readOut()).toBe('October 2026Paid$30Your part$21')
  })

  it('shows the same values in a table [ANA-2]', () => {
    open()
    const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Time', 'Paid', 'Your part'],
      ['September 2026', '$10', '$7'],
      ['October 2026', '$30', '$21'],
      ['November 2026', '$20', '$14'],
    ])
  })

  it('reads out the last remaining point and disappears without points', () => {
    const show = open()
    show(2)
    expect(readOut()).toContain('October 2026')
    show(0)
    expect(screen.queryByRole('figure')).toBeNull()
  })
})

const showFigure = (value: string | null) =>
  render(
    <dl>
      <CountedFigure label="Total Likes" value={value} definition="Hearts on posts.">
        <a href="/rows">See the rows</a>
      </CountedFigure>
    </dl>,
  )

describe('a figure', () => {
  it('shows its definition and the link to its rows on press', () => {
    showFigure('12')
    const words = screen.getByText('Hearts on posts.')
    expect(words.closest('details')?.open).toBe(false)
    fireEvent.click(screen.getByLabelText('What “Total Likes” means'))
    expect(words.closest('details')?.open).toBe(true)
    expect(screen.getByRole('link', { name: 'See the rows' })).toBeTruthy()
    expect(screen.getByText('12')).toBeTruthy()
  })

  it('says “not enough data” instead of zero', () => {
    showFigure(null)
    expect(screen.getByText('Not enough data yet')).toBeTruthy()
  })
})
