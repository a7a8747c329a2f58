import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, lte, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { letters } from './schema.ts'

/** What a letter or a job is recognised by: its words, in any case of letters. Empty ones name nothing. */
export type Traces = string[]

const found = (traces: Traces) => traces.map((trace) => trace.toLowerCase()).filter((trace) => trace !== '')

/** As a text stands within JSON. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** Removes every job, waiting or done, in whose data or result one of `traces` stands. */
export async function forgetJobs(db: Queryable, traces: Traces): Promise<void> {
  for (const trace of found(traces)) {
    const words = inJson(trace)
    await db.execute(sql`
      delete from jobs.job where position(${words} in lower(data::text)) > 0
        or position(${words} in lower(coalesce(output::text, ''))) > 0`)
  }
}

/** Removes every letter, waiting or sent, in which one of `traces` stands. */
export async function eraseLetters(db: Queryable, traces: Traces): Promise<void> {
  for (const trace of found(traces))
    await db.execute(sql`
      delete from letters where position(
        ${trace} in lower(concat_ws(' ', to_address, reply_to, subject, text, problem))) > 0`)
}

/** Removes the letters to an address that were written until `at`: later ones are to whoever has it then. */
export async function eraseLettersTo(db: Queryable, email: string, at: Date): Promise<void> {
  await db
    .delete(letters)
    .where(and(eq(sql`lower(${letters.to})`, email.toLowerCase()), lte(letters.writtenAt, at)))
}

/** Removes the letters of the outbox folder in which one of `traces` stands and that were written until `at`. */
export async function forgetOutbox(folder: string, traces: Traces, at: Date): Promise<void> {
  const wanted = found(traces)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => each.endsWith('.eml'))) {
    const file = join(folder, name)
    const letter = await readFile(file, 'latin1').catch(() => '')
    const text = readable(letter).toLowerCase()
    const writtenAt = Date.parse(/^Date: (.+)$/m.exec(letter)?.[1] ?? '')
    // The header has whole seconds.
    const isLater = writtenAt >= at.getTime() + 1000
    if (!isLater && wanted.some((trace) => text.includes(trace))) await rm(file, { force: true })
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
