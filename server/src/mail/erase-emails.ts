import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { redacted } from './redact.ts'
import { emails } from './schema.ts'

/** The address that replaces an erased person's. No email can ever arrive there (RFC 2606). */
export const erasedAddress = (personId: string) => `${personId}@erased.invalid`

export const isErasedAddress = (address: string) => address.endsWith('@erased.invalid')

/** `words` identify the person wherever they occur: the address, and a unique full name. */
export type ErasedPerson = { personId: string; email: string; words: string[] }

const isDone = sql.raw(`state in ('completed', 'cancelled', 'failed')`)

/** Whether a text contains one of `words`, case-insensitively. */
const mentions = (text: ReturnType<typeof sql>, words: string[]) =>
  sql`(${sql.join(
    words.map((word) => sql`position(${word.toLowerCase()} in lower(${text})) > 0`),
    sql` or `,
  )})`

/** Deletes jobs for the address, and push messages that name the person. Returns how many jobs were deleted. */
export async function deleteJobs(
  db: Queryable,
  { personId, email, words }: ErasedPerson,
  at: Date,
): Promise<number> {
  const deleted = await db.execute(sql`
    delete from jobs.job where created_on <= ${at.toISOString()}::timestamptz and (
      data @> jsonb_build_object('named', jsonb_build_array(${personId}::text))
      or exists (
        select from jsonb_each_text(case when jsonb_typeof(data) = 'object' then data end)
        where lower(value) = ${email.toLowerCase()}))`)
  const { rows } = await db.execute<{ id: string; name: string; output: string }>(sql`
    select id, name, output::text as output from jobs.job
    where ${isDone} and output is not null and ${mentions(sql`output::text`, [email])}`)
  for (const { id, name, output } of rows)
    await db.execute(sql`
      update jobs.job set output = ${redacted(output, { words })}::jsonb where id = ${id}::uuid and name = ${name}`)
  return deleted.rowCount ?? 0
}

/** Redacts emails to others that name the person by id, or by `words` where there is no id. */
export async function eraseEmails(
  db: Queryable,
  { personId, email, words }: ErasedPerson,
  at: Date,
): Promise<{ deleted: number; redacted: number }> {
  const address = email.toLowerCase()
  const deleted = await db.execute(sql`
    delete from letters where person_id = ${personId} or (written_at <= ${at.toISOString()}::timestamptz
      and (lower(to_address) = ${address} or lower(reply_to) = ${address}))`)
  const said = sql`concat_ws(' ', subject, text, problem)`
  const naming = await db.select().from(emails)
    .where(sql`named @> jsonb_build_array(jsonb_build_object('personId', ${personId}::text))
      or (written_at <= ${at.toISOString()}::timestamptz and ${mentions(said, words)})`)
  let count = 0
  for (const row of naming) {
    const phrases = row.named.filter((each) => each.personId === personId).map((each) => each.words)
    const clean = (text: string | null) => text && redacted(text, { phrases, words })
    const left = {
      subject: clean(row.subject) ?? '',
      text: clean(row.text),
      problem: clean(row.problem)?.slice(0, 500) ?? null,
      named: row.named.filter((each) => each.personId !== personId),
    }
    const isSame = left.subject === row.subject && left.text === row.text && left.problem === row.problem
    if (isSame && phrases.length === 0) continue
    await db.update(emails).set(left).where(eq(emails.id, row.id))
    if (!isSame) count += 1
  }
  return { deleted: deleted.rowCount ?? 0, redacted: count }
}
