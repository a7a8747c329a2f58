import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { NeedsAttention } from '@touchline/contract/needs-attention.ts'
import type { ServerResponse } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { live } from '#live/live.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { NeedsAttentionSection } from './needs-attention-section.tsx'
import { useLiveAttention } from './requests.ts'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

/** The section as the frame of signed-in pages shows it. */
function LiveSection() {
  useLiveAttention()
  return <NeedsAttentionSection />
}

const nothing = { count: 0, isExact: true, oldestAt: null }
const quietDay: NeedsAttention = {
  comments: nothing,
  tips: nothing,
  failedPayments: { count: 0, dueCents: 0 },
  newMembers: { count: 0, since: '2027-01-01T12:00:00.000Z' },
}

// No more of them than were counted.
const newcomers = '/analytics/rows?figure=joined&since=2027-01-01T12%3A00%3A00.000Z'

async function open(today: NeedsAttention) {
  stop = await servePage((_request, response) => response.end(JSON.stringify(today)))
  openPage(LiveSection)
}

const lines = async () =>
  (await screen.findAllByRole('link')).map((link) => [link.getAttribute('href'), link.textContent])

it('counts what needs the creator, since when, with links [HOME-1]', async () => {
  const oldestAt = new Date(Date.now() - 3 * 24 * 3_600_000).toISOString()
  await open({
    comments: { count: 1000, isExact: false, oldestAt },
    tips: { count: 1, isExact: true, oldestAt },
    failedPayments: { count: 2, dueCents: 2598 },
    newMembers: { count: 3, since: quietDay.newMembers!.since },
  })
  expect(await lines()).toEqual([
    ['/inbox', '1,000+Comments to answerThe oldest: 3d ago.'],
    ['/tips-received', '1Tip to heartThe oldest: 3d ago.'],
    [
      '/analytics/rows?figure=failed_payments',
      '2Failed payments$25.98 due. The club reminds these members by email.',
    ],
    [newcomers, '3New membersJoined in the last 7 days.'],
  ])
  expect(screen.queryByText('Nothing needs you right now.')).toBeNull()
})

it('says that nothing needs attention, and still counts new members [HOME-1]', async () => {
  await open({ ...quietDay, newMembers: { count: 1, since: quietDay.newMembers!.since } })
  await screen.findByText('Nothing needs you right now.')
  expect(await lines()).toEqual([[newcomers, '1New memberJoined in the last 7 days.']])
})

it('shows a creator without revenue their own work only [HOME-1]', async () => {
  await open({ ...quietDay, failedPayments: null, newMembers: null })
  await screen.findByText('Nothing needs you right now.')
  expect(screen.queryByRole('link')).toBeNull()
})

it('shows an error and retries on request', async () => {
  let answers = 0
  stop = await servePage((_request, response) => {
    answers += 1
    response.statusCode = answers === 1 ? 500 : 200
    response.end(JSON.stringify(quietDay))
  })
  openPage(LiveSection)
  await screen.findByText('What needs you could not be loaded.')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Nothing needs you right now.')
  expect(answers).toBe(2)
})

it('refetches after a live message, even during the first request [LIVE-1]', async () => {
  const waiting: ServerResponse[] = []
  stop = await servePage(
    (_request, response) => void waiting.push(response),
    (socket) => socket.send(JSON.stringify({ type: 'tip_received', tipId: 'tip' })),
  )
  openPage(LiveSection)
  await expect.poll(() => waiting).toHaveLength(1)
  const heard = new Promise<void>((resolve) => {
    const leave = live.subscribe({ onMessage: () => (leave(), resolve()) })
  })
  live.open()
  await heard
  live.close()
  waiting[0]?.end(JSON.stringify(quietDay))
  await expect.poll(() => waiting).toHaveLength(2)
  waiting[1]?.end(JSON.stringify({ ...quietDay, tips: { count: 1, isExact: true, oldestAt: null } }))
  await screen.findByText('Tip to heart')
})

it.each([
  ['once where nothing was said since the page began', Number.MAX_SAFE_INTEGER, false],
  ['again where something was said before the page could hear it', 0, true],
])('is read %s [LIVE-1]', async (_when, quietMs, isReadAgain) => {
  stop = await servePage(
    (_request, response) => response.end(JSON.stringify(quietDay)),
    (socket) => {
      socket.send(JSON.stringify({ type: 'connected', quietMs }))
      socket.send(JSON.stringify({ type: 'access_changed' }))
    },
  )
  const { client } = openPage(LiveSection)
  await screen.findByText('Nothing needs you right now.')
  const heard = new Promise<void>((resolve) => {
    const leave = live.subscribe({ onMessage: () => (leave(), resolve()) })
  })
  live.open()
  await heard
  expect(client.isFetching() > 0).toBe(isReadAgain)
  live.close()
})
