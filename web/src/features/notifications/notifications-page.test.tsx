import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { live } from '#live/live.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { Bell } from './bell.tsx'
import { NotificationsPage } from './notifications-page.tsx'

let stop = async () => {}
afterEach(async () => {
  live.close()
  cleanup()
  vi.restoreAllMocks()
  await stop()
})

const [newer, older] = ['0190d0c0-0000-7000-8000-000000000002', '0190d0c0-0000-7000-8000-000000000001']
const notice = (id: string, text: string, isNew: boolean) => ({
  id,
  kind: 'reply',
  text,
  path: '/post/p1',
  happenedAt: '2026-01-01T00:00:00.000Z',
  isNew,
})

/** The list beside the bell, as on the page. */
const BellAndList = () => (
  <>
    <Bell />
    <NotificationsPage />
  </>
)

/** Lists them as new until they are read. */
async function open(notices: ReturnType<typeof notice>[], unread: number) {
  const read: unknown[] = []
  let lists = 0
  stop = await servePage(
    ({ url = '', method, body }, response) => {
      const wasRead = read.length > 0
      if (method === 'PUT') read.push(JSON.parse(body))
      if (url === '/api/notices/unread')
        response.end(JSON.stringify({ unread: wasRead ? 0 : unread, countsPosts: true }))
      else if (method === 'PUT') response.end(JSON.stringify({ unread: 0, countsPosts: true }))
      else {
        lists += 1
        const all = notices.map((each) =>
          wasRead ? { ...each, text: `${each.text} again`, isNew: false } : each,
        )
        response.end(JSON.stringify({ notices: all, next: null }))
      }
    },
    (socket) => socket.send('{"type":"connected","quietMs":0}'),
  )
  openPage(BellAndList)
  return { read, countLists: () => lists }
}

it('marks what it shows as read and keeps the new ones marked here [BELL-2]', async () => {
  const { read } = await open([notice(newer, 'Sam replied', true), notice(older, 'Mina replied', false)], 1)
  const first = await screen.findByRole('link', { name: /^New:\s+Sam replied/ })
  expect(first.getAttribute('href')).toBe('/post/p1')
  await waitFor(() => expect(read).toEqual([{ until: newer }]))
  await waitFor(() => expect(screen.getByRole('link', { name: 'Notifications' })).toBeTruthy())
  // A connection that returns lists them again.
  live.open()
  live.close()
  live.open()
  await screen.findByRole('link', { name: /^Mina replied again/ })
  expect(screen.getByRole('link', { name: /^New:\s+Sam replied again/ })).toBeTruthy()
})

it('marks nothing as read in a hidden tab until it is shown [BELL-2]', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const { read, countLists } = await open([notice(newer, 'Sam replied', true)], 1)
  await screen.findByRole('link', { name: /^New:\s+Sam replied/ })
  await screen.findByRole('link', { name: 'Notifications, 1 unread' })
  const before = countLists()
  // A connection that returns lists them again.
  live.open()
  live.close()
  live.open()
  await waitFor(() => expect(countLists()).toBeGreaterThan(before))
  expect(read).toEqual([])
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(read).toEqual([{ until: newer }]))
})

it('says when nothing has happened and marks nothing [BELL-1]', async () => {
  const { read } = await open([], 0)
  await screen.findByRole('heading', { name: 'Nothing yet' })
  expect(read).toEqual([])
})

it('says the unread number once in the name of the bell [BELL-2]', async () => {
  stop = await servePage((_request, response) =>
    response.end(JSON.stringify({ unread: 100, countsPosts: true })),
  )
  openPage(Bell)
  const bell = await screen.findByRole('link', { name: 'Notifications, 99+ unread' })
  expect(bell.querySelector('[aria-live="polite"]')?.textContent).toBe('Notifications, 99+ unread')
})
