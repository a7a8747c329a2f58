import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { faultsIn } from './scripts/faults-in.mjs'

const rowCount = 45

const tests = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(test|e2e)\.tsx?$/.test(file) && file !== 'faults.test.ts')

it('has a test for every row of the fault matrix', () => {
  const named = new Set(tests.flatMap((file) => faultsIn(readFileSync(file, 'utf8'))))
  const rows = Array.from({ length: rowCount }, (_, index) => index + 1)
  expect(rows.filter((row) => !named.has(row))).toEqual([])
  expect([...named].filter((row) => !rows.includes(row))).toEqual([])
})
