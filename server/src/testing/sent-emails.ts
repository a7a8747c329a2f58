import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Club } from './club.ts'

/** The emails sent to an address so far, as text, in order. */
export async function emailsTo({ services }: Pick<Club, 'services'>, email: string): Promise<string[]> {
  const folder = join(services.config.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).toSorted()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return texts.filter((text) => text.includes(`To: ${email}`)).map((text) => text.replaceAll('=\n', ''))
}

/** Like `emailsTo`, after all work that may send emails is done. */
export async function allEmailsTo(club: Pick<Club, 'services'>, email: string): Promise<string[]> {
  const waiting = async () => {
    const { rows } = await club.services.db.execute(
      sql`select name from jobs.job where name in ('mail', 'give-back', 'finish-link', 'welcome') and state in ('created', 'retry', 'active')`,
    )
    return rows
  }
  await expect.poll(waiting).toEqual([])
  return emailsTo(club, email)
}
