import { expect, type Page } from './club.ts'

/** Parses the first amount of a text: `-$1,012.99` in cents. */
export function toCents(text: string): number {
  const [, sign, dollars = '', cents = ''] = /([+-]?)\$([\d,]+)\.(\d\d)/.exec(text) ?? []
  if (!dollars) throw new Error(`no amount in “${text}”`)
  return (sign === '-' ? -1 : 1) * Number(dollars.replaceAll(',', '') + cents)
}

export const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)

export const figure = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) }) })
    .getByRole('definition')
    .first()

/** Returns the cells of a table by the name of their row, without the header. */
export async function tableOn(page: Page, name: string): Promise<Map<string, string[]>> {
  const table = page.getByRole('table', { name, exact: true })
  await expect(table).toBeVisible()
  const rows = await table
    .getByRole('row')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)))
  return new Map(rows.slice(1).map(([head = '', ...cells]) => [head.replace(/,.*$/, ''), cells]))
}

/** Returns the amounts of a CSV column; earlier columns must not contain commas. */
export function columnOf(file: string, name: RegExp): number[] {
  const [head = '', ...rows] = file.replace('\ufeff', '').replaceAll('"', '').trimEnd().split('\r\n')
  const place = head.split(',').findIndex((column) => name.test(column))
  if (place < 0) throw new Error(`no column ${name} in “${head}”`)
  return rows.map((row) => Math.round(Number(row.split(',')[place]) * 100))
}
