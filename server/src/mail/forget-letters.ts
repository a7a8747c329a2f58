import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { wholeWords } from '#db/whole-words.ts'

/** What a letter or a job is recognised by: whose it is, and the words somebody is named with in those of others. */
export type Traces = { email: string; names: string[] }

const patternOf = ({ email, names }: Traces) => wholeWords([email, ...names])

const isDone = sql.raw(`state in ('completed', 'cancelled', 'failed')`)

/** Removes the jobs of until `at` about an address, and those in which somebody is named that have nothing left to do. */
export async function forgetJobs(db: Queryable, traces: Traces, at: Date): Promise<void> {
  await db.execute(sql`
    delete from jobs.job where created_on <= ${at.toISOString()}::timestamptz and (
      (${isDone} and concat_ws(' ', data, output) ~* ${patternOf(traces)})
      or exists (
        select from jsonb_each_text(case when jsonb_typeof(data) = 'object' then data end)
        where lower(value) = ${traces.email.toLowerCase()}))`)
}

/**
 * Removes what was written until `at`: every letter to an address or to be answered there, and those to others in which
 * somebody is named, once there is nothing left to send.
 */
export async function eraseLetters(db: Queryable, traces: Traces, at: Date): Promise<void> {
  const email = traces.email.toLowerCase()
  await db.execute(sql`
    delete from letters where written_at <= ${at.toISOString()}::timestamptz and (
      lower(to_address) = ${email} or lower(reply_to) = ${email}
      or (state <> 'waiting' and concat_ws(' ', subject, text, problem) ~* ${patternOf(traces)}))`)
}

/** Whether a letter of until `at`, or a job, that is still to be done names somebody. */
export async function isNamedInWaiting(db: Queryable, traces: Traces, at: Date): Promise<boolean> {
  const pattern = patternOf(traces)
  const { rows } = await db.execute(sql`
    select 1 from letters where state = 'waiting' and written_at <= ${at.toISOString()}::timestamptz
      and concat_ws(' ', subject, text, problem) ~* ${pattern}
    union all
    select 1 from jobs.job where not ${isDone} and created_on <= ${at.toISOString()}::timestamptz
      and concat_ws(' ', data, output) ~* ${pattern}
    limit 1`)
  return rows.length > 0
}

/** Removes the letters of the outbox folder in which somebody is named and that were written until `at`. */
export async function forgetOutbox(folder: string, traces: Traces, at: Date): Promise<void> {
  const named = new RegExp(patternOf(traces), 'i')
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => each.endsWith('.eml'))) {
    const file = join(folder, name)
    const letter = await readFile(file, 'latin1').catch(() => '')
    const writtenAt = Date.parse(/^Date: (.+)$/m.exec(letter)?.[1] ?? '')
    // The header has whole seconds.
    const isLater = writtenAt >= at.getTime() + 1000
    if (!isLater && named.test(readable(letter))) await rm(file, { force: true })
  }
}

const utf8 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('utf8')

/** A letter as it was sent, followed by what it says where that was encoded for the way. */
function readable(letter: string): string {
  const unfolded = letter.replaceAll(/=\r?\n/g, '')
  const quoted = unfolded.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
  const blocks = letter.split(/\r?\n\r?\n/).filter((block) => /^[A-Za-z0-9+/=\s]{24,}$/.test(block))
  const decoded = blocks.map((block) => Buffer.from(block, 'base64').toString('utf8'))
  return [utf8(letter), utf8(quoted), ...decoded].join('\n')
}
