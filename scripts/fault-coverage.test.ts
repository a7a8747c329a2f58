import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { faultsIn, promisesIn } from './faults-in.mjs'
import { savedFigures, promisedRows, tableOf } from './reliability-table.mjs'

const rowCount = 45

const tests = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(test|e2e)\.tsx?$/.test(file) && file !== 'scripts/fault-coverage.test.ts')

it('has a test for every row of the fault matrix', () => {
  const named = new Set(tests.flatMap((file) => faultsIn(readFileSync(file, 'utf8'))))
  const rows = Array.from({ length: rowCount }, (_, index) => index + 1)
  expect(rows.filter((row) => !named.has(row))).toEqual([])
  expect([...named].filter((row) => !rows.includes(row))).toEqual([])
})

it('has a test with recorded measurements for every promise of docs/reliability.md', () => {
  const named = new Set(tests.flatMap((file) => promisesIn(readFileSync(file, 'utf8'))))
  const document = readFileSync('docs/reliability.md', 'utf8')
  const promised = promisedRows()
  expect(promised.length).toBeGreaterThan(0)
  expect(promised.filter((row) => !named.has(row))).toEqual([])
  expect(document).toContain(tableOf(savedFigures()))
  expect(promised.filter((row) => !(row in savedFigures()))).toEqual([])
})
