import { queryOptions } from '@tanstack/react-query'
import type { Media, Part } from '@touchline/contract/media.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { type SavedFile, openFile, savedPosts, type SavedPost } from '#offline/saved-posts.ts'

type Addresses = Map<string, { url: string; mimeType: string }>

export type OpenCopy = { saved: SavedPost; post: Post; close: () => void }

/** The media of a copy with object URLs in place of the site's addresses. */
function mediaFrom(media: Media, addresses: Addresses, prefix = ''): Media {
  const source = (name: string) => {
    const file = addresses.get(prefix + name)
    return file ? [{ ...file, width: media.width ?? 1 }] : []
  }
  const whole = ['picture', 'film', 'recording'].flatMap((name) => source(name))[0]
  const { animationUrl: _, stripUrl: _strip, ...rest } = media
  return {
    ...rest,
    url: whole?.url ?? '',
    mimeType: whole?.mimeType ?? media.mimeType,
    streamUrl: null,
    sources: source('picture'),
    poster: source('still'),
    captions: media.captions.flatMap(({ language }) => {
      const file = addresses.get(`${prefix}captions-${language}`)
      return file ? [{ url: file.url, language }] : []
    }),
  }
}

/** A saved post with the object URLs of its files. */
export function postFrom(saved: Post, addresses: Addresses): Post {
  // A copy of an earlier version has none of these.
  const { media, gallery, pictures, attachments } = { ...earlier, ...saved }
  const opened = (all: Part[]) =>
    all.flatMap((part) =>
      part.media ? [{ ...part, media: mediaFrom(part.media, addresses, `${part.id}-`) }] : [],
    )
  const parts = gallery && opened(gallery.parts)
  return {
    ...saved,
    media: parts?.[0]?.media ?? (media && mediaFrom(media, addresses)),
    gallery: parts ? { count: parts.length, parts } : null,
    pictures: opened(pictures),
    attachments: attachments.flatMap((one) => {
      const file = addresses.get(`${one.id}-attachment`)
      return file ? [{ ...one, url: file.url }] : []
    }),
  }
}

const earlier = { gallery: null, pictures: [], attachments: [] }

type Opened = { addresses: Addresses; close: () => void }

/** Creates an object URL per file, until `close`. If one fails or `signal` fires, the earlier ones are revoked. */
export async function openFiles(
  files: SavedFile[],
  open: (file: SavedFile) => Promise<Blob>,
  signal: AbortSignal,
): Promise<Opened> {
  const addresses: Addresses = new Map()
  const close = () => {
    for (const { url } of addresses.values()) URL.revokeObjectURL(url)
  }
  try {
    for (const file of files) {
      const opened = await open(file)
      signal.throwIfAborted()
      addresses.set(file.name, { url: URL.createObjectURL(opened), mimeType: file.mimeType })
    }
  } catch (error) {
    close()
    throw error
  }
  return { addresses, close }
}

/** Decrypts a saved post with its files; `close` revokes their URLs. */
async function openCopy(personId: string, postId: string, signal: AbortSignal): Promise<OpenCopy | null> {
  const saved = (await savedPosts(personId)).find(({ post }) => post.id === postId)
  if (!saved || saved.standing !== 'running') return null
  const open = (file: SavedFile) => openFile(personId, postId, file)
  const { addresses, close } = await openFiles(saved.files, open, signal)
  return { saved, post: postFrom(saved.post, addresses), close }
}

/** Never cached, because its URLs are revoked with the page. */
export const copyQuery = (personId: string, postId: string) =>
  queryOptions({
    queryKey: ['saved-copy', personId, postId],
    queryFn: ({ signal }) => openCopy(personId, postId, signal),
    gcTime: 0,
    throwOnError: false,
  })
