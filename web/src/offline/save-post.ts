import { type Post, show as showPost } from '@touchline/contract/posts.ts'
import * as api from '@touchline/contract/saved.ts'
import { call } from '#api/call.ts'
import { setOwner, partsOf, withDatabase } from './database.ts'
import { whileSaving } from './partial-copies.ts'
import { type About, changeLeases, saveSiteFacts, type Owner, ownerFor } from './owner-records.ts'
import { setServerTime } from './lease-time.ts'
import { NotSaved } from './not-saved-text.ts'
import { copyName, type SavedFile, partName, publishSavedChange } from './saved-posts.ts'
import { seal, sealValue } from './seal.ts'

export const maxBytes = 100 * 1024 * 1024
const partBytes = 1024 * 1024
/** Wide enough for a phone in landscape. */
const wantedWidth = 1280

const tooLarge = () =>
  new NotSaved(`It is larger than ${maxBytes / 1024 / 1024} MB, the most that is kept of one post.`)

type Source = { name: string; url: string; streamUrl?: string | null; seconds?: number }

function picture(sources: { url: string; width: number }[]): string | undefined {
  return (sources.find(({ width }) => width >= wantedWidth) ?? sources.at(-1))?.url
}

/** The files of a part; those of a gallery or in the text are named after its id. */
function sourcesOfPart({ media, mediaType }: Pick<Post, 'media' | 'mediaType'>, prefix = ''): Source[] {
  if (!media) return []
  const captions = media.captions.map(({ url, language }) => ({ name: `${prefix}captions-${language}`, url }))
  if (mediaType === 'image') return [{ name: `${prefix}picture`, url: picture(media.sources) ?? media.url }]
  const still = picture(media.poster)
  const { url, streamUrl } = media
  return [
    ...(still ? [{ name: `${prefix}still`, url: still }] : []),
    ...captions,
    mediaType === 'audio'
      ? { name: `${prefix}recording`, url }
      : { name: `${prefix}film`, url, streamUrl, seconds: (media.durationMs ?? 0) / 1000 },
  ]
}

/** Everything that a copy of a post needs. */
export const sourcesOf = (post: Post): Source[] => [
  ...(post.gallery
    ? post.gallery.parts.flatMap((part) => sourcesOfPart(part, `${part.id}-`))
    : sourcesOfPart(post)),
  ...post.pictures.flatMap((part) => sourcesOfPart(part, `${part.id}-`)),
  ...post.attachments.map(({ id, url }) => ({ name: `${id}-attachment`, url })),
]

/** A list has only the first parts of a gallery. */
const withAllParts = (post: Post, signal: AbortSignal): Promise<Post> | Post =>
  post.gallery && post.gallery.parts.length < post.gallery.count
    ? call(showPost, { params: { id: post.id }, signal })
    : post

async function* inParts(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = new Uint8Array(partBytes)
  let filled = 0
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      for (let from = 0; from < value.length;) {
        const taken = value.subarray(from, from + partBytes - filled)
        part.set(taken, filled)
        filled += taken.length
        from += taken.length
        if (filled < partBytes) continue
        yield part
        part = new Uint8Array(partBytes)
        filled = 0
      }
    }
    if (filled > 0) yield part.subarray(0, filled)
  } finally {
    void reader.cancel().catch(() => {})
  }
}

/** Sign-out in another window deleted all copies, so abort this one too. */
const deletedElsewhere = () =>
  new DOMException('Nothing is kept here for this person any more.', 'AbortError')

type DownloadOptions = { onBytes: (bytes: number) => void; left: () => number; signal: AbortSignal }

async function storeParts(
  { personId, key }: Owner,
  postId: string,
  { name, mimeType, body }: { name: string; mimeType: string; body: ReadableStream<Uint8Array> },
  { onBytes, left }: DownloadOptions,
): Promise<SavedFile> {
  let parts = 0
  for await (const part of inParts(body)) {
    if (part.length > left()) throw tooLarge()
    const sealed = await seal(key, partName(personId, postId, name, parts), part)
    const place = parts
    if (!(await setOwner(personId, 'parts', sealed, [postId, name, place]))) throw deletedElsewhere()
    parts += 1
    onBytes(part.length)
  }
  return { name, mimeType, parts }
}

export async function saveFile(
  owner: Owner,
  postId: string,
  { name, url }: Source,
  options: DownloadOptions,
): Promise<SavedFile> {
  const response = await fetch(url, { signal: options.signal, cache: 'no-store' })
  if (!response.ok || !response.body) throw new Error(`${url} was answered with ${response.status}`)
  if (Number(response.headers.get('content-length') ?? 0) > options.left()) {
    void response.body.cancel().catch(() => {})
    throw tooLarge()
  }
  const mimeType = response.headers.get('content-type') ?? ''
  return storeParts(owner, postId, { name, mimeType, body: response.body }, options)
}

type FilmOptions = DownloadOptions & { onDownloaded: (bytes: number) => void }

/** Saves one size of a stream as a file that plays without it. */
async function saveFilm(
  owner: Owner,
  postId: string,
  { name, streamUrl, seconds = 0 }: Source & { streamUrl: string },
  options: FilmOptions,
): Promise<SavedFile> {
  const { left, signal, onDownloaded } = options
  const { downloadFilm } = await import('./download-film.ts')
  const download = { seconds, maxBytes: left(), tooLarge, signal, onBytes: onDownloaded }
  const film = await downloadFilm(streamUrl, download)
  return storeParts(owner, postId, { name, mimeType: film.type, body: film.stream() }, options)
}

export type Progress = { signal: AbortSignal; onProgress: (bytes: number) => void }

/** Leases a post and stores an encrypted copy, completely or not at all. */
export const savePost = (post: Post, about: About, progress: Progress): Promise<void> =>
  whileSaving(post.id, progress.signal, () => saveFullFile(post, about, progress))

async function saveFullFile(post: Post, about: About, { signal, onProgress }: Progress): Promise<void> {
  const who = await ownerFor(about.viewer.id)
  const postId = post.id
  const { now, until } = await call(api.lend, { params: { id: postId }, signal })
  // Take the time now; the downloads may take long.
  const serverTime = setServerTime(Date.parse(now))
  await changeLeases(who, (leases) => ({ ...leases, ...serverTime }))
  let bytes = new TextEncoder().encode(post.content).length
  try {
    const whole = await withAllParts(post, signal)
    const files: SavedFile[] = []
    let shown = 0
    const show = (reached: number) => onProgress((shown = Math.max(shown, reached)))
    const options = {
      signal,
      left: () => maxBytes - bytes,
      onBytes: (more: number) => {
        bytes += more
        show(bytes)
      },
      onDownloaded: (sofar: number) => show(bytes + sofar),
    }
    for (const source of sourcesOf(whole))
      files.push(
        source.streamUrl
          ? await saveFilm(who, postId, { ...source, streamUrl: source.streamUrl }, options)
          : await saveFile(who, postId, source, options),
      )
    const sealed = await sealValue(who.key, copyName(who.personId, postId), { post: whole, files })
    await saveSiteFacts(who, about)
    await changeLeases(who, (leases) => ({
      ...leases,
      until: { ...leases.until, [postId]: Date.parse(until) },
    }))
    const isStored = await setOwner(who.personId, 'posts', { postId, savedAt: Date.now(), bytes, sealed })
    if (!isStored) throw deletedElsewhere()
  } catch (error) {
    await withDatabase((database) => database.delete('parts', partsOf(postId))).catch(() => {})
    await call(api.giveBack, { params: { id: postId } }).catch(() => {})
    throw error
  }
  // The browser may delete the copy, which can be saved again.
  void navigator.storage?.persist?.().catch(() => false)
  publishSavedChange()
}
