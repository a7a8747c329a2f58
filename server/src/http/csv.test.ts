import { expect, it } from 'vitest'
import { csvField, csvRow, csvDollars } from './csv.ts'

it('quotes what would break a row, and leaves amounts be', () => {
  expect(
    ['plain', 'a,b', 'say "x"', 'two\nlines', '-9.74', '-9.74+1', '@sum', '+1', '\tx'].map(csvField),
  ).toEqual(['plain', '"a,b"', '"say ""x"""', '"two\nlines"', '-9.74', "'-9.74+1", "'@sum", "'+1", "'\tx"])
})

it('starts no formula with a sign as wide as a letter of Japanese, nor behind an empty line [T-IN-11]', () => {
  expect(['＝1+1', '＋1', '－1', '＠sum', '\n=1'].map(csvField)).toEqual([
    "'＝1+1",
    "'＋1",
    "'－1",
    "'＠sum",
    '"\'\n=1"',
  ])
})

it('writes cents as dollars, and nothing where there is nothing', () => {
  expect(csvRow([csvDollars(-974), csvDollars(0), csvDollars(null), null, 7, 'Mina'])).toBe(
    '-9.74,0.00,,,7,Mina\r\n',
  )
})
