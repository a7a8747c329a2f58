import { cleanup, screen } from '@testing-library/react'
import type { MediaHealth } from '@touchline/contract/media-health.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { createUser } from '#testing/create-user.ts'
import { pageTurns, stopIntervals, advanceUntil } from '#testing/fake-timers.ts'
import { MediaPage } from './media-page.tsx'

const health: MediaHealth = { ffmpeg: '7.1', problem: null, guards: [], waiting: 3, failed: [], damaged: [] }

let stop = async () => {}
afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  await stop()
})

it('keeps its data when a refetch fails', async () => {
  let looks = 0
  stop = await servePage(({ url }, response) => {
    if (url !== '/api/admin/media-health')
      return void response.end(JSON.stringify(createUser({ role: 'admin' })))
    looks += 1
    return void response.writeHead(looks === 1 ? 200 : 503).end(JSON.stringify(health))
  })
  stopIntervals()
  const { client } = openPage(MediaPage)
  await screen.findByText('3 files are being worked on or waiting.')
  vi.advanceTimersByTime(5000)
  await advanceUntil(() => client.getQueryState(['media', 'health'])?.status === 'error')
  await pageTurns()
  expect(screen.getByText('3 files are being worked on or waiting.')).toBeTruthy()
})
