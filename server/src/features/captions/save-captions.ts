import type { Transaction } from '#db/database.ts'
import { type CaptionsOf, storeCaptions } from '#features/media/store-captions.ts'
import type { Services } from '#services.ts'
import { storeCues } from './store-cues.ts'
import { parseCaptions, toWebVtt } from './web-vtt.ts'

/**
 * Saves WebVTT or SubRip text as the captions of a media item, with its words for the search and the rows of `withRows`.
 * Throws 400 with the line of invalid text, and what `storeCaptions` throws.
 */
export async function saveCaptions(
  services: Pick<Services, 'db' | 'media' | 'jobs' | 'log'>,
  { content, ...captions }: CaptionsOf & { content: string },
  withRows: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const cues = parseCaptions(content)
  await storeCaptions(services, { ...captions, text: toWebVtt(cues) }, async (tx) => {
    await storeCues(tx, captions, cues)
    await withRows(tx)
  })
}
