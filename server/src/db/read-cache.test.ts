import { expect, it } from 'vitest'
import { readCache } from './read-cache.ts'

const knowing = { mayUseCaches: true }

/** A feed whose changes the test reports. */
function reportedByHand() {
  const listeners: ((about: string | null) => void)[] = []
  const changes = { onChange: (listener: (typeof listeners)[number]) => void listeners.push(listener) }
  return { changes, report: (about: string | null) => listeners.forEach((listener) => listener(about)) }
}

function countedReads() {
  let count = 0
  return () => {
    count += 1
    return Promise.resolve(count)
  }
}

it('reads once for all who ask at the same time', async () => {
  const { changes } = reportedByHand()
  const cached = readCache<number>(changes, { max: 2, until: [] })
  const read = countedReads()
  const asked = ['a', 'a', 'b'].map((key) => cached(knowing, { key, read }))
  expect(await Promise.all(asked)).toEqual([1, 1, 2])
})

it('reads again after a change of the key, of a kind, or of anything', async () => {
  const { changes, report } = reportedByHand()
  const cached = readCache<number>(changes, { max: 2, until: ['posts'] })
  const read = countedReads()
  const now = () => cached(knowing, { key: 'a', read })
  const seen = [await now()]
  for (const what of ['b', 'people', 'a', 'posts', null]) {
    report(what)
    seen.push(await now())
  }
  expect(seen).toEqual([1, 1, 1, 2, 3, 4])
})

it('reads again after a change during the read', async () => {
  const { changes, report } = reportedByHand()
  const cached = readCache<string>(changes, { max: 2, until: [] })
  const slow = Promise.withResolvers<string>()
  const first = cached(knowing, { key: 'a', read: () => slow.promise })
  report('a')
  slow.resolve('before the change')
  expect(await first).toBe('before the change')
  expect(await cached(knowing, { key: 'a', read: () => Promise.resolve('after it') })).toBe('after it')
})

it('reads again for another version, and after a failure', async () => {
  const { changes } = reportedByHand()
  const cached = readCache<number>(changes, { max: 2, until: [] })
  const read = countedReads()
  const versions = ['1', '1', '2'].map((version) => cached(knowing, { key: 'a', version, read }))
  expect(await Promise.all(versions)).toEqual([1, 1, 2])
  const failing = cached(knowing, { key: 'b', read: () => Promise.reject(new Error('no answer')) })
  await expect(failing).rejects.toThrow('no answer')
  expect(await cached(knowing, { key: 'b', read })).toBe(3)
})

it('neither gives cached values to viewers who might miss a change nor keeps what they read', async () => {
  const { changes } = reportedByHand()
  const cached = readCache<number>(changes, { max: 2, until: [] })
  const read = countedReads()
  const seen = []
  for (const viewer of [{}, knowing, { mayUseCaches: false }, knowing])
    seen.push(await cached(viewer, { key: 'a', read }))
  expect(seen).toEqual([1, 2, 3, 2])
})

it('keeps the values that were used last', async () => {
  const { changes } = reportedByHand()
  const cached = readCache<number>(changes, { max: 2, until: [] })
  const read = countedReads()
  const seen = []
  for (const key of ['a', 'b', 'c', 'a', 'c']) seen.push(await cached(knowing, { key, read }))
  expect(seen).toEqual([1, 2, 3, 4, 3])
})
