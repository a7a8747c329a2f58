import type { ErasureRule } from '#db/erasure-rule.ts'

type Row = [string, string, string]

function inColumns(rows: Row[]): string[] {
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head, ...body] = rows.map(line)
  return [head ?? '', line(widths.map((width) => '-'.repeat(width))), ...body]
}

/** Returns the text of docs/erasure.md: what happens to a member's data when their account is deleted. */
export function erasureDocument(rules: ErasureRule[]): string {
  const theirs = rules.flatMap((entry): Row[] => {
    if (entry.fate === 'untouched') return []
    const why = entry.why ?? ''
    return [[`${entry.table}: ${entry.holds}`, entry.fate, why]]
  })
  const untouched = rules.flatMap((entry): [string, string][] =>
    entry.fate === 'untouched' ? [[entry.table, entry.why]] : [],
  )
  const reasons = [...new Set(untouched.map(([, why]) => why))].map((reason) => {
    const tables = untouched.flatMap(([table, why]) => (why === reason ? [table] : []))
    return `- ${tables.join(', ')}: ${reason}`
  })
  return [
    '# What erasing a member leaves',
    '',
    'Generated from the rules that each feature declares for its tables (`erase` in its `feature.ts`). The erasure follows',
    'them, and a test compares them with the database schema. *Emptied* means that the rows stay, without anything that',
    'identifies the person.',
    '',
    ...inColumns([['Table and content', 'What happens to it', 'What stays, and why'], ...theirs]),
    '',
    'Files: emails to the member in `DATA_DIR/outbox` are deleted, the last one an hour after it was written. Emails that',
    'were sent over SMTP are in the member’s own mailbox. At the payment provider the customer is deleted; the payments',
    'stay there without it.',
    '',
    'Emails, files and push messages carry the ids of the people they are for and name, and are erased by these ids. An',
    'email to another person is never deleted: “Former member” takes the place of the name. Alerts about payments carry the',
    'id of the member they concern: every form of the name and the phone number are taken out of them and out of the staff',
    'notes on them. Other text, such as a staff note on something else, loses the email address, and the full name if',
    'no one else has it and at least two of its words do not occur in the site’s own emails. /admin/deletions shows how',
    'much each erasure took away.',
    '',
    'These tables contain nothing that identifies them:',
    '',
    ...reasons,
    '',
  ].join('\n')
}
