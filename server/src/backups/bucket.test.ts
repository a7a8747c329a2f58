import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createHash } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import { expect, it } from 'vitest'
import { openStoredFiles } from '#media/media-store.ts'
import { backUpClub } from '#testing/backed-up.ts'
import { ifSwift } from '#testing/both-stores.ts'
import { openClub } from '#testing/club.ts'
import { createEmptyDatabase, urlOf } from '#testing/database.ts'
import { bucketEnvironment, newBucket } from '#testing/new-bucket.ts'
import { attachedFile, joinPosts, movingPicture, storedPost } from '#testing/stored-post.ts'
import { hasSwift } from '#testing/swift-for-tests.ts'
import { checkBackup } from './check-backup.ts'
import { restoreBackup } from './restore-backup.ts'

it.skipIf(!hasSwift)(
  `backs up media from one bucket and restores them into another, galleries and attachments too [R-15, GAL-1, ATT-1]${ifSwift}`,
  async () => {
    const club = await openClub(bucketEnvironment(await newBucket()))
    const folder = await mkdtemp(join(tmpdir(), 'backups-bucket-'))
    const empty = await createEmptyDatabase()
    try {
      const { id: creatorId } = (await club.people.creator.call(api.accounts.signedInUser)).body
      const store = (files: ReturnType<typeof movingPicture>) =>
        storedPost(club.services, { creatorId, kind: 'image', files })
      await joinPosts(club.services, await store(movingPicture()), [
        { post: await store(movingPicture()), position: 1 },
        { post: await store([attachedFile(Buffer.from('plan'))]), position: 0, name: 'plan.gpx' },
      ])
      const { folder: from } = await backUpClub(club, { into: folder })
      const manifest = await checkBackup(from)
      expect([manifest.media.files.length, manifest.media.missing]).toEqual([7, []])

      const s3 = await newBucket()
      const dataDir = join(folder, 'data')
      const target = {
        dataDir,
        databaseUrl: urlOf(empty.address),
        s3,
        sessionSecret: club.services.secret,
        backupPassphrase: null,
      }
      await restoreBackup({ folder: from, manifest, target, say: () => {} })
      const files = await openStoredFiles({ folder: join(dataDir, 'media'), s3 })
      for (const { key, bytes, sha256 } of manifest.media.files) {
        const content = await buffer(await files.open(key))
        expect([key, content.length, createHash('sha256').update(content).digest('hex')]).toEqual([
          key,
          bytes,
          sha256,
        ])
      }
      files.close()
    } finally {
      await empty.drop()
      await rm(folder, { recursive: true })
      await club.close()
    }
  },
)
