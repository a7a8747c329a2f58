import { expect, it } from 'vitest'
import { csvDollars, csvRow, csvText } from './csv.ts'

/** The cells a spreadsheet makes of a row whose list separator is `separator`. */
function cellsOf(row: string, separator: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (const sign of row.replace(/\r\n$/, '')) {
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) cells.push('')
    else cells[cells.length - 1] += sign
  }
  return cells
}

it('quotes texts and leaves numbers unquoted', () => {
  expect(['plain', 'a,b', 'say "x"', 'two\nlines', ''].map(csvText)).toEqual([
    '"plain"',
    '"a,b"',
    '"say ""x"""',
    '"two\nlines"',
    '""',
  ])
  expect(csvRow([csvDollars(-974), csvDollars(0), csvDollars(null), null, 7, 'Mina'])).toBe(
    '-9.74,0.00,,,7,"Mina"\r\n',
  )
})

it.each([
  ['=1+1', "'=1+1"],
  ['-9.74', "'-9.74"],
  ['@sum', "'@sum"],
  ['+1', "'+1"],
  ['|x', "'|x"],
  ['\tx', "'\tx"],
  ['＝1+1', "'＝1+1"],
  ['＠sum', "'＠sum"],
  ['\n=1', "'\n'=1"],
  ['  =1', "'  =1"],
  ['\u200b=1', "'=1"],
  ['\u202e\u0007=1', "'=1"],
  ["x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0"],
  ['Amy\t=1+1 Two', "Amy\t'=1+1 Two"],
  ['x,@sum', "x,'@sum"],
  ['x\r\n-1', "x\r\n'-1"],
  ['x;\u00ad=1', "x;'=1"],
  ['x; "=1', 'x;\' ""=1'],
  ['\u200d=1', "'\u200d=1"],
  ['x;\u{e0041}=1', "x;'\u{e0041}=1"],
  ['﹦1+1', "'﹦1+1"],
  ['👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 علی‌رضا', '👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 علی‌رضا'],
  ['Jean-Luc + Ann', 'Jean-Luc + Ann'],
  ['3 = 3', '3 = 3'],
])('begins no formula with %j', (text, field) => {
  expect(csvText(text)).toBe(`"${field}"`)
})

it.each([',', ';', '\t'])('gives no cell that begins a formula, with lists separated by %j', (separator) => {
  const texts = ["x;=cmd|' /C calc'!A0", 'Amy\t=1', '";=1', '=1', ';;=1', 'a,=1', '"\t"=1']
  for (const text of texts)
    for (const cell of cellsOf(csvRow(['new', text, 1]), separator))
      expect(cell).not.toMatch(/^[\s"]*[=+\-@|]/)
})
