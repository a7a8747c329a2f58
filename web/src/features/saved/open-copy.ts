import { queryOptions } from '@tanstack/react-query'
import type { Media } from '@touchline/contract/media.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { openFile, savedPosts, type SavedPost } from '#offline/saved-posts.ts'

export type OpenCopy = { saved: SavedPost; post: Post; close: () => void }

/** The medium of a copy, with addresses of opened files in place of the site's own. */
function mediaFrom(media: Media, addresses: Map<string, { url: string; mimeType: string }>): Media {
  const source = (name: string) => {
    const file = addresses.get(name)
    return file ? [{ ...file, width: media.width ?? 1 }] : []
  }
  const whole = ['picture', 'film', 'recording'].flatMap((name) => source(name))[0]
  const { animationUrl: _, ...rest } = media
  return {
    ...rest,
    url: whole?.url ?? '',
    mimeType: whole?.mimeType ?? media.mimeType,
    streamUrl: null,
    sources: source('picture'),
    poster: source('still'),
    captions: media.captions.flatMap(({ language }) => {
      const file = addresses.get(`captions-${language}`)
      return file ? [{ url: file.url, language }] : []
    }),
  }
}

/** Opens a saved post with its files; null when it is not (or no more) saved here. `close` lets go of the files. */
export async function openCopy(personId: string, postId: string): Promise<OpenCopy | null> {
  const saved = (await savedPosts(personId)).find(({ post }) => post.id === postId)
  if (!saved || saved.standing !== 'running') return null
  const addresses = new Map<string, { url: string; mimeType: string }>()
  for (const file of saved.files) {
    const url = URL.createObjectURL(await openFile(personId, postId, file))
    addresses.set(file.name, { url, mimeType: file.mimeType })
  }
  const { media } = saved.post
  const close = () => {
    for (const { url } of addresses.values()) URL.revokeObjectURL(url)
  }
  return { saved, post: { ...saved.post, media: media && mediaFrom(media, addresses) }, close }
}

/** Opened anew by every page that shows it: its files are let go of with the page. */
export const copyQuery = (personId: string, postId: string) =>
  queryOptions({
    queryKey: ['saved-copy', personId, postId],
    queryFn: () => openCopy(personId, postId),
    gcTime: 0,
    throwOnError: false,
  })
