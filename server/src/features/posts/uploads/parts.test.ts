import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { linkPart, makePartsFolder, partPath } from './parts.ts'

it('refreshes the age of a day-old part on publishing, before a sweep could delete it [R-03]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-parts-'))
  try {
    const place = { config: { dataDir: folder } }
    await makePartsFolder(place)
    await writeFile(partPath(place, 'part'), 'the whole film')
    const dayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
    await utimes(partPath(place, 'part'), dayAgo, dayAgo)
    const lent = join(folder, 'lent')
    const before = Math.floor(Date.now() / 1000) * 1000
    await linkPart(place, 'part', lent)
    expect((await stat(lent)).mtimeMs).toBeGreaterThanOrEqual(before)
  } finally {
    await rm(folder, { recursive: true })
  }
})
