import { mkdir, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@touchline/contract/api.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDiskFiles } from '#media/disk-files.ts'
import { backUpClub } from '#testing/backed-up.ts'
import { type Club, openClub } from '#testing/club.ts'
import { movingPicture, storedPost } from '#testing/stored-post.ts'

let folder: string
/** The numbers of the files and folders that were brought onto the disk. */
let synced: Set<number>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'synced-'))
  synced = new Set()
  const probe = await open(folder)
  const handles: typeof probe = Object.getPrototypeOf(probe)
  await probe.close()
  const sync: typeof probe.sync = Reflect.get(handles, 'sync')
  vi.spyOn(handles, 'sync').mockImplementation(async function noteAndSync(this: typeof probe) {
    synced.add((await this.stat()).ino)
    return sync.call(this)
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

const areSynced = (paths: string[]) =>
  Promise.all(paths.map(async (path) => [path, synced.has((await stat(path)).ino)]))

const all = (paths: string[]) => paths.map((path) => [path, true])

describe('every new name is synced in its folder', () => {
  it('of a stored file, up to the store’s folder [R-04]', async () => {
    const root = join(folder, 'media', 'files')
    const store = await openDiskFiles(root)
    const temp = join(folder, 'temp')
    await writeFile(temp, 'a goal')
    const key = '0190a1b2-0000-7000-8000-000000000000/640'
    await store.putFile(key, temp)
    const id = key.split('/')[0]!
    const paths = [join(root, '01', id), join(root, '01'), root, join(folder, 'media'), folder]
    expect(await areSynced(paths)).toEqual(all(paths))
  })

  describe('of a backup', () => {
    let club: Club
    beforeAll(async () => {
      club = await openClub()
      const { id: creatorId } = (await club.people.creator.call(api.accounts.signedInUser)).body
      await storedPost(club.services, { creatorId, kind: 'image', files: movingPicture() })
    })
    afterAll(() => club.close())

    it('up to the backups’ folder [R-15]', async () => {
      await mkdir(join(folder, 'backups'))
      const made = await backUpClub(club, { into: join(folder, 'backups') })
      const [, two, id] = made.manifest.media.files[0]!.path.split('/')
      const inside = [['database'], ['media'], ['media', two!], ['media', two!, id!], []]
      const paths = [...inside.map((names) => join(made.folder, ...names)), join(folder, 'backups')]
      expect(await areSynced(paths)).toEqual(all(paths))
    })
  })
})
