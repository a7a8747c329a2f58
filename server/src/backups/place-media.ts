import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openStoredFiles } from '#media/media-store.ts'
import { syncFolders } from '#sync-folder.ts'
import type { MediaFile } from './copy-media.ts'
import { eachAtOnce } from './each-at-once.ts'
import type { Manifest } from './manifest.ts'
import type { Target } from './restore-backup.ts'
import { copyOnto, linkFile } from './write-file.ts'

type Placing = {
  folder: string
  manifest: Manifest
  target: Pick<Target, 's3'>
  dataDir: string
  isLinked?: boolean
  signal?: AbortSignal
  say: (sentence: string) => void
}

/** Puts the media of a backup where the site keeps them: a folder, or a bucket. What is there already stays. */
export async function placeMedia({
  folder,
  manifest,
  target,
  dataDir,
  isLinked,
  signal,
  say,
}: Placing): Promise<void> {
  const { files } = manifest.media
  say(`Placing ${files.length} files of media`)
  const store = await openStoredFiles({ folder: join(dataDir, 'media'), s3: target.s3 })
  const onDisk = new Set<string>([join(dataDir, 'media', 'files')])
  const work = async ({ key, path, bytes }: MediaFile) => {
    if ((await store.stat(key))?.bytes === bytes) return
    const source = join(folder, path)
    const place = store.placeOf(key)
    if (place === null) {
      const temp = join(dataDir, 'media', 'temp', randomBytes(16).toString('hex'))
      await copyOnto(source, temp)
      await store.putFile(key, temp)
      return
    }
    const final = join(dataDir, 'media', 'files', place)
    if (!isLinked || !(await linkFile(source, final))) await copyOnto(source, final)
    onDisk.add(dirname(final))
  }
  try {
    await mkdir(join(dataDir, 'media', 'temp'), { recursive: true, mode: 0o700 })
    await eachAtOnce(files, work, signal)
    if (target.s3 === null) await syncFolders([...onDisk, ...new Set([...onDisk].map((at) => dirname(at)))])
  } finally {
    store.close()
  }
}
