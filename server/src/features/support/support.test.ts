import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { contactMessages } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const letters = async () => {
  const folder = join(club.services.config.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const whole = names.filter((name) => name.endsWith('.eml'))
  return Promise.all(whole.map((name) => readFile(join(folder, name), 'utf8')))
}

it('keeps a contact message and mails it to support, without letting it write headers [LAND-8]', async () => {
  const message = {
    name: 'Ann\r\nBcc: everyone@club.example',
    email: 'Ann@Club.example',
    message: 'Where is the 3 pm?',
  }
  const answer = await club.visitor().call(api.support.contact, { body: message })
  expect(answer.status).toBe(202)
  const [kept] = await club.services.db.select().from(contactMessages)
  expect(kept).toMatchObject({ email: 'ann@club.example', message: message.message })
  const [letter] = await vi.waitFor(async () => {
    const all = await letters()
    expect(all).toHaveLength(1)
    return all
  }, 20_000)
  const head = letter!.split('\n\n')[0]!
  expect(head).toMatch(/^To: support@/m)
  expect(head).toMatch(/^Reply-To: ann@club\.example/m)
  expect(head).not.toMatch(/^Bcc:/m)
})

it('says what is missing in a message', async () => {
  const answer = await club
    .visitor()
    .call(api.support.contact, { body: { name: ' ', email: 'x', message: '' } })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    fields: { name: 'Please enter your name.', email: 'Email is invalid' },
  })
})
