import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { BarList } from './bar-list.tsx'
import { HeatStrip } from './heat-strip.tsx'

afterEach(cleanup)

const textsOf = (row: HTMLElement) =>
  [...row.querySelectorAll('th > :first-child, td')].map((cell) => cell.textContent)

it('draws counts as bars in a table with the same numbers [AUD-1]', () => {
  const rows = [
    { key: 'GB', name: 'United Kingdom', count: 3000 },
    { key: 'others', name: 'Others', count: 1000 },
  ]
  render(<BarList label="Members by country" of="Country" counted="Members" rows={rows} />)
  const table = screen.getByRole('table', { name: 'Members by country' })
  expect(within(table).getAllByRole('row').slice(1).map(textsOf)).toEqual([
    ['United Kingdom', '3,000', '75%'],
    ['Others', '1,000', '25%'],
  ])
  const bars = [...table.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style.width)
  expect(bars.map((width) => Math.round(Number.parseFloat(width)))).toEqual([75, 25])
})

it('tints table cells by their numbers, which stay readable [AUD-1]', () => {
  render(
    <HeatStrip
      label="Actions by hour"
      corner="Day"
      rows={['Monday', 'Tuesday']}
      columns={['00', '01', '02']}
      values={[
        [0, 1, 4],
        [8, 0, 0],
      ]}
      say={(value) => `${value} actions`}
    />,
  )
  const table = screen.getByRole('table', { name: 'Actions by hour' })
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell'))
  expect(cells.map((row) => row.map(({ textContent }) => textContent))).toEqual([
    ['0', '1', '4'],
    ['8', '0', '0'],
  ])
  expect(cells[1]?.[0]?.title).toBe('Tuesday 00: 8 actions')
  const tints = cells.flat().map(({ className }) => /bg-[\w/]+/.exec(className)?.[0])
  expect(tints).toEqual(['bg-bench', 'bg-turf/25', 'bg-turf/50', 'bg-turf', 'bg-bench', 'bg-bench'])
})
