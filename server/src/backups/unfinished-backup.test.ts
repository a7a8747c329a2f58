import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@touchline/contract/api.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { backUpClub, mounts } from '#testing/backed-up.ts'
import { type Club, openClub } from '#testing/club.ts'
import { movingPicture, storedPost } from '#testing/stored-post.ts'
import { backupFailureText } from './backup-failure.ts'

let club: Club
let folder: string
beforeAll(async () => {
  club = await openClub()
  const { id: creatorId } = (await club.people.creator.call(api.accounts.signedInUser)).body
  await storedPost(club.services, { creatorId, kind: 'image', files: movingPicture() })
})
afterAll(() => club.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('an unfinished backup', () => {
  it('leaves nothing when interrupted, and reports a full disk [R-15]', async () => {
    const stop = new AbortController()
    const { media } = club.services
    const open: typeof media.open = async (...asked) => {
      stop.abort(new Error('enough'))
      return media.open(...asked)
    }
    await expect(backUpClub(club, { into: folder, files: { open }, signal: stop.signal })).rejects.toThrow(
      /abort/i,
    )
    expect(await readdir(folder)).toEqual([])
    const small = join(folder, 'small')
    await mkdir(small)
    if (!mounts(small)) return
    try {
      const failure = await backUpClub(club, { into: small }).catch((error: unknown) =>
        backupFailureText(error, small),
      )
      expect(failure).toMatchObject({
        message: expect.stringMatching(/^The disk of .*small.* is full: make room/),
      })
      expect(await readdir(small)).toEqual([])
    } finally {
      execFileSync('umount', [small])
    }
  })

  it('leaves nothing when a file cannot be read during the copy [R-15]', async () => {
    const { media } = club.services
    let opened = 0
    const open: typeof media.open = async (...asked) => {
      opened += 1
      if (opened === 1) throw new Error('This file cannot be read.')
      await wait(100)
      return media.open(...asked)
    }
    await expect(backUpClub(club, { into: folder, files: { open } })).rejects.toThrow(
      'This file cannot be read.',
    )
    await wait(300)
    expect(await readdir(folder)).toEqual([])
    expect(opened).toBeGreaterThan(1)
  })
})
