import { copyFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { examineFile, type UploadedFile } from '#media/uploaded-file.ts'
import type { Services } from '#services.ts'

/** Passes a copy of a file of content/demo to `use`, which may consume it. */
export async function withDemoFile<Result>(
  { media }: Pick<Services, 'media'>,
  name: string,
  use: (file: UploadedFile) => Promise<Result>,
): Promise<Result> {
  const path = media.tempPath()
  try {
    await copyFile(fileURLToPath(import.meta.resolve(`@touchline/content/demo/${name}`)), path)
    return await use(await examineFile(path))
  } finally {
    await media.discard(path)
  }
}
