import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchBacklog } from '#features/health/measurements.ts'
import { type Club, openClub } from '#testing/club.ts'
import { freePorts } from '#testing/free-ports.ts'
import { smtpForTests } from '#testing/smtp-for-tests.ts'

let club: Club
let port: number
beforeAll(async () => {
  ;[port = 0] = await freePorts(1)
  club = await openClub({ SMTP_URL: `smtp://127.0.0.1:${port}` })
})
afterAll(() => club.close())

const link = {
  to: 'ann@club.example',
  subject: 'Choose a new password',
  text: 'https://club.example/#secret',
}
const outbox = async () => (await club.people.admin.call(api.emails.show)).body
const tell = () => club.services.mail.sendNow(link)

it('shows a rejected email with a secret, without its text', async () => {
  await expect(tell()).rejects.toThrow('ECONNREFUSED')
  await expect(tell()).rejects.toThrow('ECONNREFUSED')
  const { waiting, sent, lateLetters } = await outbox()
  expect({ waiting, sent }).toEqual({ waiting: 1, sent: 0 })
  expect(lateLetters).toEqual([
    expect.objectContaining({
      to: link.to,
      subject: link.subject,
      attempts: 2,
      problem: expect.stringContaining('ECONNREFUSED'),
      nextTryAt: null,
    }),
  ])
  expect(JSON.stringify(lateLetters)).not.toContain('secret')
})

it('shows in Health how long it has waited', async () => {
  const later = new Date(club.clock.now().getTime() + 20 * 60_000)
  const { waiting, oldestSeconds } = (await fetchBacklog(club.services.db, later)).letters
  expect(waiting).toBe(1)
  expect(oldestSeconds).toBeGreaterThanOrEqual(1200)
})

it('leaves the retry to the job that has the secret', async () => {
  const [late] = (await outbox()).lateLetters
  const again = await club.people.admin.call(api.emails.tryAgain, { params: { id: late!.id } })
  expect(again.status).toBe(404)
})

it('counts as sent once the server has accepted it', async () => {
  const server = await smtpForTests(port)
  await tell()
  const { waiting, sent, lateLetters } = await outbox()
  expect({ waiting, sent, lateLetters }).toEqual({ waiting: 0, sent: 1, lateLetters: [] })
  await server.close()
})
