import { expect, it } from 'vitest'
import { failureText } from './report-failure.ts'

it('prints a failure’s causes without personal data', () => {
  const refused = Object.assign(new Error('deadlock detected by <mina@club.example>'), { code: '40P01' })
  const failed = new Error('Failed query: select 1\nparams: mina@club.example,secret', { cause: refused })
  const said = failureText(new Error('The start failed', { cause: failed }))
  expect(said).toMatch(
    /^Error: The start failed\n {4}at [^]*\nbecause of Error: Failed query: select 1\n {4}at [^]*\nbecause of Error: deadlock detected by <\[address\]>\n {4}at [^]*\(code 40P01\)$/,
  )
  expect(said).not.toMatch(/mina|secret/)
  expect(failureText('only words')).toBe('only words')
})
