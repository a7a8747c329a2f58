import { and, eq } from 'drizzle-orm'
import type { Feature } from '#features/feature.ts'
import { mediaFiles } from '#features/media/schema.ts'
import { squareVariant } from '#features/media/square-variant.ts'
import { entryName, storedEntry } from '#features/media/stored-entry.ts'
import type { ZipEntry } from '#files/zip.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { routes } from './routes.ts'

async function* exportAvatar(
  services: Pick<Services, 'db' | 'media' | 'clock'>,
  viewer: Viewer,
): AsyncGenerator<ZipEntry> {
  const { db, clock } = services
  if (!viewer.avatarId) return
  const isPicture = and(eq(mediaFiles.mediaId, viewer.avatarId), eq(mediaFiles.variant, squareVariant))
  const [file] = await db.select().from(mediaFiles).where(isPicture)
  const name = file && entryName('profile-picture', file.mimeType)
  const entry = file && name ? await storedEntry(services, file, { name, writtenAt: clock.now() }) : null
  if (entry) yield entry
}

export const profiles: Feature = {
  routes,
  export: { files: { type: 'profile', entries: exportAvatar } },
}
