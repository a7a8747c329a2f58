import { hash } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { lockUntilCommit } from '#db/database.ts'
import type { Services } from '#services.ts'
import { type LegalText, legalTexts, readLegalTexts } from './legal-texts.ts'
import { textVersions } from './schema.ts'

/** Adds a version of each changed text; members are notified later, except of the first. A quiet copy adds none. */
export async function recordTextVersions(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  texts?: Record<LegalText, string>,
): Promise<void> {
  if (config.isQuiet) return
  const published = texts ?? (await readLegalTexts())
  await db.transaction(async (tx) => {
    await lockUntilCommit(tx, 'text versions')
    for (const name of legalTexts) {
      const body = published[name]
      const digest = hash('sha256', body, 'hex')
      const [latest] = await tx
        .select()
        .from(textVersions)
        .where(eq(textVersions.name, name))
        .orderBy(desc(textVersions.version))
        .limit(1)
      if (latest?.hash === digest) continue
      const now = clock.now()
      await tx.insert(textVersions).values({
        name,
        version: (latest?.version ?? 0) + 1,
        hash: digest,
        body,
        since: now,
        announcedAt: latest ? null : now,
      })
    }
  })
}
