import { hash } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { lockUntilCommit, type Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import { type LegalText, legalTexts, legalTextsOf } from './legal-texts.ts'
import { textVersions } from './schema.ts'

type Deps = Pick<Services, 'clock' | 'config'>

/** Adds a version of each changed text; members are notified later, except of the first. A quiet copy adds none. */
export async function addTextVersions(
  tx: Transaction,
  { clock, config }: Deps,
  published: Record<LegalText, string>,
): Promise<void> {
  if (config.isQuiet) return
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
}

/** Records the texts at the start of the site, which may bring new ones. */
export const recordTextVersions = (
  services: Deps & Pick<Services, 'db' | 'site'>,
  texts = legalTextsOf(services.site.settings),
): Promise<void> => services.db.transaction((tx) => addTextVersions(tx, services, texts))
