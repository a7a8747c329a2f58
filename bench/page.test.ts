import { expect, test } from 'vitest'
import { changeOf, linesOf, markdownOf } from './page.ts'
import { roundFigures } from './record.ts'
import type { Figure } from './report.ts'

const cost: Figure = { name: 'feed page', value: 30, unit: '× bare', limit: 20 }
const share: Figure = { name: 'by this server', value: 0.5, unit: '× nginx', limit: 0.25, isLeast: true }
const speed: Figure = { name: 'speed', value: 80, unit: 'MB/s' }
const runOf = (...figures: Figure[]) => ({
  at: '2026-11-22T10:00:00.000Z',
  machine: 'this one',
  load: 0,
  figures,
})

test('calls a figure better or worse by its kind, and ignores a tenth as noise', () => {
  expect(changeOf(cost, undefined)).toBe('new')
  expect(changeOf(cost, { ...cost, value: 20 })).toBe('+50 %, worse')
  expect(changeOf(cost, { ...cost, value: 40 })).toBe('−25 %, better')
  expect(changeOf(cost, { ...cost, value: 31 })).toBe('−3 %, same')
  expect(changeOf(share, { ...share, value: 1 })).toBe('−50 %, worse')
  expect(changeOf(speed, { ...speed, value: 40 })).toBe('+100 %, better')
})

test('counts the limits, names the exceeded ones and shows the previous record', () => {
  const lines = linesOf(
    { main: runOf(cost, speed), media: runOf(share) },
    { main: runOf({ ...cost, value: 15 }) },
  )
  expect(lines.at(-1)).toBe('1 of 2 promises kept; broken: feed page.')
  expect(lines.find((line) => line.includes('feed page'))).toMatch(
    /≤ 20 +30 × bare +150 % +BROKEN +15 +\+100 %, worse/,
  )
  expect(lines).toContain('main (last recorded 2026-11-22)')
})

test('has a row per figure with its date and machine', () => {
  const page = markdownOf({ media: runOf(share, speed) })
  expect(page).toContain('2026-11-22, this one')
  expect(page).toContain('| by this server | ≥ 0.250 | 0.500 × nginx | 200 % | kept |')
  expect(page).toContain('| speed |  | 80 MB/s |  |  |')
})

test('stays identical when written again, and rounding hides no exceeded limit', () => {
  const run = roundFigures(
    runOf({ ...speed, value: 0.12349 }, { ...cost, value: 20.004 }, { ...cost, value: 3.00049 }),
  )
  expect(run.figures.map(({ value }) => value)).toEqual([0.1235, 20.004, 3])
  const again: typeof run = JSON.parse(JSON.stringify(run))
  expect(markdownOf({ main: roundFigures(again) })).toBe(markdownOf({ main: run }))
  expect(markdownOf({ main: run })).toContain('| BROKEN |')
})
