import { cleanup, screen } from '@testing-library/react'
import type { Outbox } from '@touchline/contract/emails.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { createUser } from '#testing/create-user.ts'
import { pageTurns, stopIntervals, advanceUntil } from '#testing/fake-timers.ts'
import { MailPage } from './mail-page.tsx'

const outbox: Outbox = {
  hasServer: false,
  waiting: 0,
  failed: 0,
  sent: 0,
  failedLetters: [],
  lateLetters: [],
}

let stop = async () => {}
afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  await stop()
})

it('keeps its data when a refetch fails', async () => {
  let looks = 0
  stop = await servePage(({ url }, response) => {
    if (url === '/api/admin/mail/examples') return void response.end('[]')
    if (url !== '/api/admin/mail') return void response.end(JSON.stringify(createUser({ role: 'admin' })))
    looks += 1
    return void response.writeHead(looks === 1 ? 200 : 503).end(JSON.stringify(outbox))
  })
  stopIntervals()
  const { client } = openPage(() => <MailPage />)
  await screen.findByText(/No mail server is configured/)
  vi.advanceTimersByTime(5000)
  await advanceUntil(() => client.getQueryState(['mail', 'outbox'])?.status === 'error')
  await pageTurns()
  expect(screen.getByText(/No mail server is configured/)).toBeTruthy()
})
