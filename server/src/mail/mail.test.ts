import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openEmptyClub } from '#testing/club.ts'

let club: Omit<Club, 'people'>
beforeAll(async () => {
  club = await openEmptyClub()
})
afterAll(() => club.close())

it('writes an email to the outbox folder atomically', async () => {
  const { services } = club
  const folder = join(services.config.dataDir, 'outbox')
  const seen = new Set<number>()
  const look = async () => {
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter((each) => each.endsWith('.eml')))
      seen.add((await stat(join(folder, name))).size)
  }
  const delivered = new AbortController()
  const delivery = services.mail
    .sendNow({ to: 'ann@club.example', subject: 'Season', text: 'Goal after goal. '.repeat(1_000_000) })
    .finally(() => delivered.abort())
  while (!delivered.signal.aborted) await look()
  await delivery
  await look()
  expect([...seen].map((size) => size > 16_000_000)).toEqual([true])
})
