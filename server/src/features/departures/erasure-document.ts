import { erasureTable } from './erasure-table.ts'

type Row = [string, string, string]

/** The list as a table in Markdown, its columns as wide as their longest cell. */
function inColumns(rows: Row[]): string[] {
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head, ...body] = rows.map(line)
  return [head ?? '', line(widths.map((width) => '-'.repeat(width))), ...body]
}

/** docs/erasure.md: what becomes of what is known of somebody who leaves, for everybody to read. */
export function erasureDocument(): string {
  const theirs = erasureTable.flatMap((entry): Row[] => {
    if (entry.fate === 'untouched') return []
    const why = entry.why ?? ''
    return [[`${entry.table}: ${entry.holds}`, entry.fate, why]]
  })
  const untouched = erasureTable.flatMap((entry): [string, string][] =>
    entry.fate === 'untouched' ? [[entry.table, entry.why]] : [],
  )
  const reasons = [...new Set(untouched.map(([, why]) => why))].map((reason) => {
    const tables = untouched.flatMap(([table, why]) => (why === reason ? [table] : []))
    return `- ${tables.join(', ')}: ${reason}`
  })
  return [
    '# What is left of somebody who leaves',
    '',
    'Made from `erasureTable` in `server/src/features/departures/erasure-table.ts`, which the work itself goes by; a test',
    'holds it against the schema of the database. *Emptied* means that the rows stay without what names the person.',
    '',
    ...inColumns([['What there was', 'What becomes of it', 'What stays, and why'], ...theirs]),
    '',
    'Files: letters in `DATA_DIR/outbox` in which they are named are removed, the last letter to them an hour after it was',
    'written. Letters that were sent by SMTP are in their own mailbox. At the payment provider their customer is deleted;',
    'payments stay there without it.',
    '',
    'Nothing of them is in these tables:',
    '',
    ...reasons,
    '',
  ].join('\n')
}
