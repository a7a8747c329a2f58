import { startFailure } from '#db/start-failure.ts'
import { people } from '#features/people/schema.ts'
import { isOfMedia } from '#media/media-key.ts'
import type { Services } from '#services.ts'
import { media } from '#features/media/schema.ts'

/** Throws DataDamaged for media without rows: the sweep would delete the media of a lost or unrestored database. */
export async function refuseLostRows({ db, media: store }: Pick<Services, 'db' | 'media'>): Promise<void> {
  if ((await db.$count(people)) > 0 || (await db.$count(media)) > 0) return
  for await (const { key } of store.list())
    if (isOfMedia(key))
      throw startFailure(
        'DataDamaged',
        'There are media where this site keeps them, and nothing in its database: restore a backup into it, set DATABASE_URL if it is elsewhere, or give a new site a place of its own.',
      )
}
