import { afterEach, describe, expect, it, vi } from 'vitest'
import { saveFile, maxBytes } from './save-post.ts'
import { newKey } from './seal.ts'

afterEach(() => vi.unstubAllGlobals())

const MiB = 1024 * 1024

/** Serves an endless video announced with `length` bytes. Returns a spy called when its download ends. */
function answerFilm(length: number) {
  const cancel = vi.fn<() => void>()
  const film = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(MiB)),
    cancel,
  })
  const headers = new Headers({ 'content-length': String(length) })
  vi.stubGlobal('fetch', async () => ({ ok: true, headers, body: film }))
  return cancel
}

const cacheFilm = async () =>
  saveFile(
    { personId: 'member', key: await newKey() },
    'post',
    { name: 'film', url: '/media/film/whole' },
    { onBytes: () => {}, left: () => maxBytes, signal: new AbortController().signal },
  )

describe('the download of a copy that is not saved', () => {
  it('is aborted when the video is too large [OFF-3]', async () => {
    const ended = answerFilm(maxBytes + 1)
    await expect(cacheFilm()).rejects.toThrow('It is larger than 100 MB')
    expect(ended).toHaveBeenCalled()
  })

  it('is aborted when the browser stores none of it [OFF-3]', async () => {
    const ended = answerFilm(2 * MiB)
    await expect(cacheFilm()).rejects.toThrow('indexedDB is not defined')
    expect(ended).toHaveBeenCalled()
  })
})
