import { cleanup, screen } from '@testing-library/react'
import type { HealthReport } from '@touchline/contract/health.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { createUser } from '#testing/create-user.ts'
import { stopIntervals } from '#testing/fake-timers.ts'
import { HealthPage } from './health-page.tsx'

const report: HealthReport = {
  checks: [
    { name: 'disk', isWell: true, isSkipped: false, words: 'There is room.' },
    { name: 'backup', isWell: true, isSkipped: true, words: 'Backups are not checked.' },
  ],
  versions: { app: '1', node: '24', database: null, ffmpeg: null },
  startedAt: '2027-01-05T12:00:00.000Z',
  disk: null,
  load: { inFlight: 0, mostInFlight: 0, turnedAway: 0, guests: 0 },
  letters: null,
  events: null,
  backup: null,
  queues: [],
  failedJobs: [],
}

let stop = async () => {}
beforeEach(stopIntervals)
afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  await stop()
})

/** Opens the page of a site that answers this often, and then no more. */
async function open({ answers }: { answers: number }) {
  let left = answers
  stop = await servePage(({ url }, response) => {
    if (url !== '/api/admin/health') return void response.end(JSON.stringify(createUser({ role: 'admin' })))
    left -= 1
    return void response.writeHead(left < 0 ? 503 : 200).end(left < 0 ? '{}' : JSON.stringify(report))
  })
  openPage(HealthPage)
}

it('keeps the last report and says that the site does not respond', async () => {
  await open({ answers: 1 })
  await screen.findByText('There is room.')
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toEqual(
    expect.arrayContaining(['DiskOKThere is room.', 'BackupSkippedBackups are not checked.']),
  )
  expect(screen.queryByRole('alert')).toBeNull()
  vi.advanceTimersByTime(5000)
  const said = await screen.findByRole('alert')
  expect(said.textContent).toContain('The site did not answer: below is what it last reported.')
  expect(screen.getByText('There is room.')).toBeTruthy()
})

it('speaks of nothing below while nothing is', async () => {
  await open({ answers: 0 })
  expect((await screen.findByRole('alert')).textContent).toBe('The site did not answer.Try Again')
})
