import { and, eq } from 'drizzle-orm'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { agreements, textVersions } from './schema.ts'

export async function exportAgreements({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const rows = await db
    .select({
      text: agreements.textName,
      version: agreements.textVersion,
      hash: textVersions.hash,
      screen: agreements.screen,
      agreedAt: agreements.agreedAt,
    })
    .from(agreements)
    .innerJoin(
      textVersions,
      and(eq(textVersions.name, agreements.textName), eq(textVersions.version, agreements.textVersion)),
    )
    .where(eq(agreements.personId, viewer.id))
    .orderBy(agreements.agreedAt, agreements.textName)
  return { agreements: rows }
}
