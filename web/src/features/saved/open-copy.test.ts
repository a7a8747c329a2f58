import { afterEach, expect, it, vi } from 'vitest'
import { openFiles } from './open-copy.ts'

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
