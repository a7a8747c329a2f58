import { text } from 'node:stream/consumers'
import { and, eq, sql } from 'drizzle-orm'
import { mediaFiles } from '#features/media/schema.ts'
import { languageOf } from '#features/media/to-media.ts'
import type { Services } from '#services.ts'
import { storeCues } from './store-cues.ts'
import { parseCaptions } from './web-vtt.ts'

type File = { mediaId: string; variant: string; key: string }

/** Stores the words of captions that were saved before the search read them, file by file. */
export async function indexCaptions(services: Pick<Services, 'db' | 'media' | 'log'>): Promise<void> {
  const { db, log } = services
  const { mediaId, variant, key } = mediaFiles
  const isUnread = sql`not exists (
    select from caption_cues cue where cue.media_id = ${mediaId} and cue.variant = ${variant})`
  const files = await db
    .select({ mediaId, variant, key })
    .from(mediaFiles)
    .where(and(eq(mediaFiles.role, 'captions'), isUnread))
  for (const file of files)
    try {
      await indexFile(services, file)
    } catch (err) {
      log.warn({ key: file.key, err }, 'captions could not be read for the search, will retry')
    }
}

async function indexFile({ db, media }: Pick<Services, 'db' | 'media'>, file: File): Promise<void> {
  const cues = parseCaptions(await text(await media.open(file.key)))
  await db.transaction(async (tx) => {
    // Captions that are being replaced store their own words.
    const isStored = and(
      eq(mediaFiles.mediaId, file.mediaId),
      eq(mediaFiles.variant, file.variant),
      eq(mediaFiles.key, file.key),
    )
    const [stored] = await tx
      .select({ key: mediaFiles.key })
      .from(mediaFiles)
      .where(isStored)
      .for('key share')
    if (stored) await storeCues(tx, { mediaId: file.mediaId, language: languageOf(file.variant) }, cues)
  })
}
