import { mkdtemp, rm, statfs, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '#config/config.ts'
import { diskSpace } from './measurements.ts'

const memory = '/dev/shm'

it.skipIf(process.platform !== 'linux')(
  'shows the disk with less room, where media are on another than the data [R-07, R-26]',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'touchline-disks-'))
    await symlink(memory, join(folder, 'media'))
    const room = await Promise.all([folder, memory].map((place) => statfs(place)))
    const [less] = room.toSorted((one, other) => one.bavail * one.bsize - other.bavail * other.bsize)
    const shown = await diskSpace({ config: readConfig({ DATA_DIR: folder }) })
    expect(shown.sizeBytes).toBe(less!.blocks * less!.bsize)
    await rm(folder, { recursive: true })
  },
)
