import { join } from 'node:path'
import { pino } from 'pino'
import { createPerson } from '#features/people/create-person.ts'
import { openSession } from '#features/accounts/start-session.ts'
import { sessionCookie } from '#http/cookies.ts'
import { openMediaStore } from '#media/media-store.ts'
import { openInsideDatabase } from './inside-database.ts'
import { storedPost, wholeVideo } from './stored-post.ts'

export type LongVideo = {
  path: string
  place: string
  cookies: string[]
}

/** Adds a video of `size` bytes to a running club, without the site, and `readers` signed-in people who may read it. */
export async function addLongVideo(
  dataDir: string,
  { size, readers }: { size: number; readers: number },
): Promise<LongVideo> {
  const { db, close } = openInsideDatabase(dataDir)
  const log = pino({ level: 'silent' })
  const clock = { now: () => new Date() }
  try {
    const media = await openMediaStore({ folder: join(dataDir, 'media'), log })
    const cookies: string[] = []
    let creatorId = ''
    for (let nth = 0; nth < readers; nth += 1) {
      const email = `reader-${nth}@club.example`
      const { id } = await createPerson(db, {
        email,
        role: 'creator',
        firstName: 'Bench',
        createdAt: clock.now(),
      })
      const { token } = await openSession({ db, clock }, id, 'a bench')
      cookies.push(`${sessionCookie}=${token}`)
      creatorId = id
    }
    const { mediaId, addressOf } = await storedPost(
      { db, media, clock },
      { creatorId, kind: 'video', files: [wholeVideo(size)] },
    )
    return { path: addressOf('whole'), place: media.placeOf(`${mediaId}/whole`) ?? '', cookies }
  } finally {
    await close()
  }
}
