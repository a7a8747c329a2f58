import { afterEach, expect, it, vi } from 'vitest'
import type { Media, Part } from '@touchline/contract/media.ts'
import { sourcesOf } from '#offline/save-post.ts'
import { createPost } from '#testing/create-post.ts'
import { openFiles, postFrom } from './open-copy.ts'

const files = ['film', 'still', 'captions-en'].map((name) => ({ name, mimeType: 'text/plain', parts: 1 }))

/** The addresses that keep the bytes of a file in memory. */
const held = new Set<string>()
vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
  const address = `blob:${held.size}`
  held.add(address)
  return address
})
vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void held.delete(address))
afterEach(() => held.clear())

it('opens the files of a copy and revokes their URLs on close', async () => {
  const { addresses, close } = await openFiles(files, async () => new Blob(), new AbortController().signal)
  expect([...addresses.keys()]).toEqual(['film', 'still', 'captions-en'])
  expect(held.size).toBe(3)
  close()
  expect(held.size).toBe(0)
})

it('revokes URLs when the page is left while opening', async () => {
  const page = new AbortController()
  const opening = openFiles(
    files,
    async ({ name }) => {
      if (name === 'still') page.abort()
      return new Blob()
    },
    page.signal,
  )
  await expect(opening).rejects.toThrow('aborted')
  expect(held.size).toBe(0)
})

async function openAllButStill({ name }: { name: string }) {
  if (name === 'still') throw new Error('A part of this copy is missing.')
  return new Blob()
}

it('revokes URLs when one file fails', async () => {
  await expect(openFiles(files, openAllButStill, new AbortController().signal)).rejects.toThrow('missing')
  expect(held.size).toBe(0)
})

const mediaOf = (id: string, more: Partial<Media> = {}): Media => ({
  url: `/media/${id}/640`,
  streamUrl: null,
  mimeType: 'image/webp',
  width: 640,
  height: 480,
  durationMs: null,
  placeholder: null,
  sources: [{ url: `/media/${id}/640`, width: 640, mimeType: 'image/webp' }],
  poster: [],
  waveform: null,
  captions: [],
  ...more,
})

const partOf = (id: string, mediaType: Part['mediaType'], more: Partial<Media> = {}): Part => ({
  id,
  mediaType,
  mediaAlt: id,
  media: mediaOf(id, more),
  status: 'ready',
})

it('shows a gallery, the pictures of its text and its attachments from the copy alone [OFF-3]', async () => {
  const film = {
    url: '/media/film/stream',
    streamUrl: '/media/film/stream',
    sources: [],
    poster: [{ url: '/media/film/poster-640', width: 640, mimeType: 'image/webp' }],
    captions: [{ url: '/media/film/captions-en', language: 'en' }],
  }
  const parts = [partOf('first', 'image'), partOf('film', 'video', film)]
  const post = createPost({
    media: parts[0]!.media,
    gallery: { count: 2, parts },
    pictures: [partOf('between', 'image')],
    attachments: [{ id: 'plan', name: 'plan.gpx', bytes: 4, url: '/media/plan/attachment' }],
  })
  const saved = sourcesOf(post).map(({ name }) => ({ name, mimeType: 'text/plain', parts: 1 }))
  const { addresses } = await openFiles(saved, async () => new Blob(), new AbortController().signal)
  const copy = postFrom(post, addresses)
  expect(copy.gallery!.parts.map((part) => part.media!.url)).toEqual(['blob:0', 'blob:3'])
  expect(copy.gallery!.parts[1]!.media).toMatchObject({ poster: [{}], captions: [{}], streamUrl: null })
  expect([copy.pictures[0]!.media!.url, copy.attachments[0]!.url]).toEqual(['blob:4', 'blob:5'])
  expect(JSON.stringify([copy.media, copy.gallery, copy.pictures, copy.attachments])).not.toContain('/media/')
})
