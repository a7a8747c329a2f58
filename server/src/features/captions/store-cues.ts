import { sql } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import type { CaptionsOf } from '#features/media/store-captions.ts'
import { captionsVariant } from '#features/media/to-media.ts'
import { withoutMarks } from './cue-words.ts'
import type { Cue } from './cue.ts'

/** Stores the words of captions whose file is stored, for the search. They are deleted with the file. */
export async function storeCues(
  tx: Transaction,
  { mediaId, language }: CaptionsOf,
  cues: Pick<Cue, 'startMs' | 'text'>[],
): Promise<void> {
  const spoken = cues
    .map(({ startMs, text }) => ({ seconds: Math.floor(startMs / 1000), text: withoutMarks(text) }))
    .filter(({ text }) => text !== '')
  const rows = spoken.length > 0 ? spoken : [{ seconds: 0, text: '' }]
  await tx.execute(sql`
    insert into caption_cues (media_id, variant, number, seconds, text, created_at, words)
    select m.id, ${captionsVariant(language)}, cue.number, cue.seconds, cue.text, m.created_at, search_words(cue.text)
    from media m, jsonb_to_recordset(${JSON.stringify(rows.map((row, number) => ({ number, ...row })))}::jsonb)
      as cue (number int, seconds int, text text)
    where m.id = ${mediaId}
    on conflict do nothing`)
}
