import { startFailure } from '#db/start-failure.ts'
import { people } from '#features/people/schema.ts'
import { isOfMedia } from '#media/media-key.ts'
import type { Services } from '#services.ts'
import { media } from '#features/media/schema.ts'

/**
 * Throws DataDamaged where there are media and a database in which nobody and nothing is: whoever lost its rows, or has
 * not restored them yet, would lose the media too, which the sweep takes for left behind.
 */
export async function refuseLostRows({ db, media: store }: Pick<Services, 'db' | 'media'>): Promise<void> {
  if ((await db.$count(people)) > 0 || (await db.$count(media)) > 0) return
  for await (const { key } of store.list())
    if (isOfMedia(key))
      throw startFailure(
        'DataDamaged',
        'There are media where this site keeps them, and nothing in its database: restore a backup into it, set DATABASE_URL if it is elsewhere, or give a new site a place of its own.',
      )
}
