import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWithDisk } from '#testing/both-stores.ts'
import type { Club } from '#testing/club.ts'
import { storedPost } from '#testing/stored-post.ts'
import { smallFiles } from './small-files.ts'

let club: Club
beforeAll(async () => {
  club = await openWithDisk()
})
afterAll(() => club.close())

it('caches up to 32 MB of small files, and sends any part of one', async () => {
  const { services, people: cast } = club
  const opened: string[] = []
  const store = {
    open: (key: string) => {
      opened.push(key)
      return services.media.open(key)
    },
  }
  const content = Buffer.from('a'.repeat(200 * 1024))
  const size = (variant: string) => ({
    variant,
    role: 'size' as const,
    mimeType: 'image/webp',
    content,
    width: 640,
  })
  const names = Array.from({ length: 170 }, (_, n) => `${n}`)
  const { mediaId, addressOf } = await storedPost(services, {
    creatorId: cast.creator.id,
    kind: 'image',
    files: names.map(size),
  })
  const kept = smallFiles(store)
  const asked = (variant: string, more = {}) =>
    kept.bytesOf({
      key: `${mediaId}/${variant}`,
      role: 'size',
      mimeType: '',
      bytes: content.length,
      etag: '',
      ...more,
    })
  expect((await asked('0'))?.equals(content)).toBe(true)
  await asked('0')
  expect(opened).toEqual([`${mediaId}/0`])
  // 163 of them are 32 MB: the last of all push the first out.
  for (const name of names) await asked(name)
  opened.length = 0
  await asked('169')
  await asked('0')
  expect(opened).toEqual([`${mediaId}/0`])
  expect([asked('1', { bytes: 256 * 1024 + 1 }), asked('1', { role: 'whole' })]).toEqual([null, null])
  await expect(asked('1', { bytes: 7, etag: 'other' })).rejects.toThrow('not as long as it was stored')

  for (let again = 0; again < 2; again += 1) {
    const part = await cast.member.fetch(addressOf('3'), { headers: { range: 'bytes=-5' } })
    expect([part.status, await part.text(), part.headers.get('content-length')]).toEqual([206, 'aaaaa', '5'])
    const whole = await cast.member.fetch(addressOf('3'))
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true)
  }
})
