import type { Database } from '#db/database.ts'
import { readCache } from '#db/read-cache.ts'
import type { Viewer } from '#http/viewer.ts'
import type { mediaOwnerLookup, servedFileLookup } from './media-owner.ts'

const maxCached = 5_000

type Lookups = {
  ownerOf: ReturnType<typeof mediaOwnerLookup>
  files: ReturnType<typeof servedFileLookup>
}

/**
 * Finds the owner and a file of a media item. Those of posts and people are cached; the caller checks access for every
 * request.
 */
export function servedMedia({ changes }: Pick<Database, 'changes'>, { ownerOf, files }: Lookups) {
  const read = async (mediaId: string, variant: string) => {
    const [owner, [file]] = await Promise.all([ownerOf(mediaId), files.execute({ mediaId, variant })])
    return { owner, file }
  }
  type Found = Awaited<ReturnType<typeof read>>
  const cached = readCache<Found | null>(changes, { max: maxCached, until: ['posts', 'people', 'files'] })

  return async (viewer: Viewer, mediaId: string, variant: string): Promise<Found> => {
    const known = await cached(viewer, {
      key: `${mediaId}/${variant}`,
      async read() {
        const found = await read(mediaId, variant)
        return found.file && found.owner && found.owner.kind !== 'draft' ? found : null
      },
    })
    return known ?? read(mediaId, variant)
  }
}
