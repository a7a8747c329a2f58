import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  folder: string
  /** Fills the disk completely. */
  fill(): Promise<void>
  /** Deletes what `fill` wrote. */
  free(): Promise<void>
  remove(): Promise<void>
}

const mount = (size: string, folder: string) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' })

/** Mounts a small disk in memory; null without Linux and root. */
export async function openSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-disk-'))
  try {
    mount(`${megabytes}m`, folder)
  } catch {
    await rm(folder, { recursive: true })
    return null
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    async fill() {
      const block = Buffer.alloc(1024 * 1024, 1)
      for (const size of [block.length, 4096])
        for (;;) {
          const isWritten = await writeFile(filler, block.subarray(0, size), { flag: 'a' }).then(
            () => true,
            () => false,
          )
          if (!isWritten) break
        }
    },
    free: () => rm(filler, { force: true }),
    async remove() {
      execFileSync('umount', ['-l', folder])
      await rm(folder, { recursive: true })
    },
  }
}
