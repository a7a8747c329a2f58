import { Readable } from 'node:stream'
import { post } from '@touchline/contract/posts.ts'
import type { Database } from '#db/database.ts'
import { tooManyRequests } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import { postQueries } from './queries.ts'
import { readerOf } from './reader.ts'
import { type FullPost, toPost } from './to-post.ts'

const batchSize = 200
/** How many times at once one person may read everything. */
const mostAtOnce = 2

/** Who reads everything now in this process, and how many times. */
const reading = new Map<string, number>()

const tooMany = () =>
  tooManyRequests('You are reading all posts twice already. Please wait until one has arrived.', 10)

/**
 * Every post there is for `viewer`, newest first, as the text of a JSON array: read and written in batches, at the pace
 * of whoever reads it, so that fifty thousand of them neither fill the memory nor hold up others. The first batch is
 * read before this answers; a later failure cuts the answer off. 429 for whoever is reading twice already.
 */
export async function everyPost(db: Database, viewer: Viewer): Promise<Readable> {
  const { page, olderThan } = postQueries(db)
  const asked = { viewerId: viewer.id, ...readerOf(viewer), limit: batchSize, offset: 0 }
  const toText = (batch: FullPost[]) =>
    batch.map((found) => JSON.stringify(post.parse(toPost(found, viewer)))).join(',')

  const count = reading.get(viewer.id) ?? 0
  if (count >= mostAtOnce) throw tooMany()
  reading.set(viewer.id, count + 1)
  const leave = () => {
    const left = (reading.get(viewer.id) ?? 1) - 1
    if (left > 0) reading.set(viewer.id, left)
    else reading.delete(viewer.id)
  }
  const first = await page.execute(asked).catch((error: unknown) => {
    leave()
    throw error
  })
  async function* written() {
    yield `[${toText(first)}`
    for (let batch = first; batch.length === batchSize;) {
      const last = batch[batchSize - 1]!.post
      batch = await olderThan.execute({
        ...asked,
        cursorAt: last.createdAt.toISOString(),
        cursorId: last.id,
      })
      if (batch.length > 0) yield `,${toText(batch)}`
    }
    yield ']'
  }
  // Closed when it has been read, or whoever read it is gone.
  return Readable.from(written()).once('close', leave)
}
