import { randomBytes } from 'node:crypto'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { createPerson } from '#features/people/create-person.ts'
import { openSession } from '#features/accounts/start-session.ts'
import { media, mediaFiles } from '#features/media/schema.ts'
import { postParts, posts } from '#features/posts/schema.ts'
import { sessionCookie } from '#http/cookies.ts'
import { openMediaStore } from '#media/media-store.ts'
import { openInsideDatabase } from './inside-database.ts'

/** Adds sparse files, which take no disk space. Returns the creator's Cookie header. */
export async function addFilms(
  dataDir: string,
  { count, bytes }: { count: number; bytes: number },
): Promise<string> {
  const { db, close } = openInsideDatabase(dataDir)
  const createdAt = new Date()
  try {
    const store = await openMediaStore({ folder: join(dataDir, 'media'), log: pino({ level: 'silent' }) })
    const email = 'films@club.example'
    const creator = await createPerson(db, { email, role: 'creator', firstName: 'Bench', createdAt })
    for (let nth = 0; nth < count; nth += 1) {
      const mediaId = randomBytes(16).toString('base64url')
      const key = `${mediaId}/whole`
      const path = store.tempPath()
      await writeFile(path, '', { mode: 0o600 })
      await truncate(path, bytes)
      await store.putFile(key, path)
      const facts = { mimeType: 'video/mp4', bytes }
      await db.insert(media).values({ id: mediaId, kind: 'video', ...facts, sha256: '0', createdAt })
      await db.insert(mediaFiles).values({ mediaId, variant: 'whole', role: 'whole', key, ...facts })
      const post = { id: uuid(), creatorId: creator.id, content: '', createdAt }
      await db.insert(posts).values({ ...post, mediaType: 'video' })
      await db.insert(postParts).values({ mediaId, postId: post.id, position: 0 })
    }
    const { token } = await openSession({ db, clock: { now: () => new Date() } }, creator.id, 'a bench')
    return `${sessionCookie}=${token}`
  } finally {
    await close()
  }
}
