import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { unzipped } from '#testing/unzipped.ts'
import { type ZipEntry, zipOf } from './zip.ts'

const writtenAt = new Date('2026-05-01T12:00:00Z')
const entry = (name: string, content: string, bytes?: number): ZipEntry => ({
  name,
  writtenAt,
  ...(bytes === undefined ? {} : { bytes }),
  open: async () => Readable.from([content]),
})
async function* these(...entries: ZipEntry[]) {
  yield* entries
}

it('compresses text and stores compressed files as they are [EXP-1]', async () => {
  const text = 'off side '.repeat(1000)
  const zip = await buffer(zipOf(these(entry('a.json', text), entry('media/b.mp4', 'whole', 5))))
  const files = unzipped(zip)
  expect([...files.keys()]).toEqual(['a.json', 'media/b.mp4'])
  expect([files.get('a.json')?.toString(), files.get('media/b.mp4')?.toString()]).toEqual([text, 'whole'])
  expect(zip.length).toBeLessThan(1000)
  expect(zip.includes('whole')).toBe(true)
  expect(unzipped(await buffer(zipOf(these()))).size).toBe(0)
})

it('reads at the pace of the consumer and stops with it [T-EX-03]', async () => {
  let read = 0
  let isEnded = false
  const endless: ZipEntry = {
    name: 'endless',
    writtenAt,
    open: async () =>
      Readable.from(
        (async function* () {
          try {
            for (;;) {
              read += 1
              yield Buffer.alloc(64 * 1024, read)
            }
          } finally {
            isEnded = true
          }
        })(),
      ),
  }
  const opened: string[] = []
  async function* entries() {
    for (const one of [endless, entry('never', 'x')]) {
      opened.push(one.name)
      yield one
    }
  }
  const zip = zipOf(entries())
  await new Promise((ready) => zip.once('readable', ready))
  const before = read
  await new Promise((later) => setImmediate(later))
  expect(read - before).toBeLessThan(40)
  zip.destroy()
  await expect.poll(() => isEnded).toBe(true)
  expect(opened).toEqual(['endless'])
})

it('ends with an error when a file cannot be read, or is not as long as it was [EXP-1]', async () => {
  const lost: ZipEntry = { name: 'lost', writtenAt, bytes: 5, open: () => Promise.reject(new Error('gone')) }
  const broken = entry('broken', '', 5)
  broken.open = async () =>
    new Readable({
      read() {
        this.destroy(new Error('broken'))
      },
    })
  for (const [one, problem] of [
    [lost, 'gone'],
    [broken, 'broken'],
    [entry('short', 'abc', 5), 'unexpected number of bytes'],
  ] as const)
    await expect(buffer(zipOf(these(entry('first', 'x'), one, entry('last', 'y'))))).rejects.toThrow(problem)
})

it('leaves nothing open of a file that was just being opened when its reader went [T-EX-03]', async () => {
  const { promise: opening, resolve: isOpen } = Promise.withResolvers<Readable>()
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
  const slow = entry('slow', '', 5)
  slow.open = () => {
    isAsked()
    return opening
  }
  const zip = zipOf(these(slow))
  await asked
  const isClosed = new Promise((closed) => zip.once('close', closed))
  zip.destroy()
  await isClosed
  // As from the disk: it stays open until it is read to its end, or destroyed.
  const source = new Readable({ read: () => source.push(Buffer.alloc(64 * 1024)) })
  isOpen(source)
  await expect.poll(() => source.destroyed).toBe(true)
})
