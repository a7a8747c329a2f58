import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { NotificationSettings } from '@touchline/contract/notifications.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPage, toastText } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { Bell } from './bell.tsx'
import { NotificationsSection } from './notifications-section.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  await stop()
})

const siteKey = 'BAEC'
const endpoint = 'https://push.example/send/abc'

/** A browser as far as push messages go: happy-dom has none of it. */
function browserWithPush(permission: NotificationPermission, knownKey: string | null = null) {
  const done: string[] = []
  const subscriptionOf = (key: Uint8Array) => ({
    endpoint,
    options: { applicationServerKey: key.buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    async unsubscribe() {
      done.push('unsubscribed')
      current = null
    },
  })
  let current = knownKey ? subscriptionOf(Uint8Array.from([9, 9, 9])) : null
  const pushManager = {
    getSubscription: async () => current,
    async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
      done.push(`subscribed with ${[...applicationServerKey].join(' ')}`)
      current = subscriptionOf(applicationServerKey)
      return current
    },
  }
  const registration = { pushManager }
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      getRegistration: async () => registration,
      async register(address: string) {
        done.push(`registered ${address}`)
        return registration
      },
      ready: Promise.resolve(registration),
    },
  })
  vi.stubGlobal('PushManager', vi.fn())
  const notification = {
    permission: 'default',
    requestPermission: async () => (notification.permission = permission),
  }
  vi.stubGlobal('Notification', notification)
  return done
}

const atFirst: NotificationSettings = {
  email: true,
  push: false,
  marketing: false,
  marketingChangedAt: null,
  kinds: ['new_post', 'reply'],
  declined: { site: [], email: [], push: [] },
  emailPace: { new_post: 'hourly', reply: 'hourly' },
  dailyHour: 18,
  timeZone: null,
  quietHours: null,
}

async function open(settings = atFirst) {
  let kept = settings
  const received: [string, unknown][] = []
  stop = await servePage(({ method, url, body }, response) => {
    if (method !== 'GET') received.push([`${method} ${url}`, JSON.parse(body)])
    if (method === 'PUT') kept = { ...kept, ...JSON.parse(body) }
    if (url === '/api/push-key') response.end(JSON.stringify({ publicKey: siteKey }))
    else if (url === '/api/push-subscriptions') response.writeHead(204).end()
    else response.end(JSON.stringify(kept))
  })
  openPage(NotificationsSection)
  await screen.findByRole('switch', { name: /^Push/ })
  return received
}

const push = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Push/ })

describe('the push toggle', () => {
  it('asks the browser, hands its address to the site, and is on [SET-4]', async () => {
    const done = browserWithPush('granted')
    const received = await open()
    fireEvent.click(push())
    expect(await screen.findByText('This browser receives them.')).toBeTruthy()
    expect(done).toEqual(['registered /worker.js', 'subscribed with 4 1 2'])
    await waitFor(() =>
      expect(received).toEqual([
        ['POST /api/push-subscriptions', { endpoint, keys: { p256dh: 'p', auth: 'a' } }],
        ['PUT /api/notification-settings', { push: true }],
      ]),
    )
    expect(push().checked).toBe(true)
  })

  it('turns off here and for the person [SET-4]', async () => {
    const done = browserWithPush('granted')
    const received = await open()
    fireEvent.click(push())
    await screen.findByText('This browser receives them.')
    fireEvent.click(push())
    await waitFor(() => expect(received).toHaveLength(4))
    expect(received.slice(2)).toEqual([
      ['DELETE /api/push-subscriptions', { endpoint }],
      ['PUT /api/notification-settings', { push: false }],
    ])
    expect(done.at(-1)).toBe('unsubscribed')
    expect(push().checked).toBe(false)
  })

  it('stays off with a message when the person or the browser refuses [SET-4]', async () => {
    const done = browserWithPush('denied')
    const received = await open()
    fireEvent.click(push())
    expect(await screen.findByText(/^This browser blocks push messages from this site\./)).toBeTruthy()
    expect([done, push().checked]).toEqual([[], false])
    expect(received.filter(([call]) => call.includes('push-subscriptions'))).toEqual([])
  })

  it('offers push here to a person who has it elsewhere, with the current key [SET-4]', async () => {
    const done = browserWithPush('granted', 'another')
    await open({ ...atFirst, push: true })
    fireEvent.click(await screen.findByRole('button', { name: 'Turn On in This Browser' }))
    expect(await screen.findByText('This browser receives them.')).toBeTruthy()
    expect(done).toEqual(['registered /worker.js', 'unsubscribed', 'subscribed with 4 1 2'])
  })

  it('registers this browser again after a new sign-in [SET-4]', async () => {
    const done = browserWithPush('granted')
    let received = await open()
    fireEvent.click(push())
    await waitFor(() => expect(received).toHaveLength(2))
    // Signing out and in reloads the page and ends the session with its subscription.
    for (let session = 0; session < 2; session += 1) {
      cleanup()
      await stop()
      received = await open({ ...atFirst, push: true })
      expect(await screen.findByText('This browser receives them.')).toBeTruthy()
      expect(received).toEqual([
        ['POST /api/push-subscriptions', { endpoint, keys: { p256dh: 'p', auth: 'a' } }],
      ])
      window.dispatchEvent(new Event('focus'))
      await screen.findByText('This browser receives them.')
      expect(received).toHaveLength(1)
    }
    expect(done).not.toContain('unsubscribed')
  })

  it('does not show push as on while the site lacks the subscription [SET-4]', async () => {
    browserWithPush('granted')
    const before = await open()
    fireEvent.click(push())
    await waitFor(() => expect(before).toHaveLength(2))
    cleanup()
    await stop()
    stop = await servePage(({ url }, response) =>
      url === '/api/notification-settings'
        ? response.end(JSON.stringify({ ...atFirst, push: true }))
        : response.writeHead(503).end('{}'),
    )
    openPage(NotificationsSection)
    expect(await screen.findByRole('button', { name: 'Turn On in This Browser' })).toBeTruthy()
    expect(screen.queryByText('This browser receives them.')).toBeNull()
  })

  it('explains what an iPhone needs and what other browsers lack', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)')
    await open()
    expect(await screen.findByText(/add this site to the home screen first/)).toBeTruthy()
    cleanup()
    await stop()
    vi.restoreAllMocks()
    await open()
    expect(await screen.findByText('This browser does not support push messages.')).toBeTruthy()
    fireEvent.click(push())
    await waitFor(() => expect(push().disabled).toBe(false))
    expect(push().checked).toBe(false)
  })
})

/** Opens the section; the test decides when and how a change is answered. */
async function openHeld() {
  let kept = atFirst
  const waiting: ((isTaken: boolean) => void)[] = []
  stop = await servePage(({ method, body }, response) => {
    const take = () => {
      kept = { ...kept, ...JSON.parse(body), marketingChangedAt: '2026-11-01T12:00:00.000Z' }
      response.end(JSON.stringify(kept))
    }
    if (method === 'GET') response.end(JSON.stringify(kept))
    else waiting.push((isTaken) => (isTaken ? take() : response.writeHead(500).end('{}')))
  })
  openPage(NotificationsSection)
  const email = await screen.findByRole<HTMLInputElement>('switch', { name: /^Email/ })
  const marketing = screen.getByRole<HTMLInputElement>('switch', { name: /^Marketing/ })
  fireEvent.click(email)
  await waitFor(() => expect([waiting.length, email.checked]).toEqual([1, false]))
  fireEvent.click(marketing)
  await waitFor(() => expect(marketing.checked).toBe(true))
  return { email, marketing, waiting, kept: () => kept }
}

describe('the other choices', () => {
  it('go back, with words, when they could not be kept [SET-4]', async () => {
    stop = await servePage(({ method }, response) =>
      method === 'GET' ? response.end(JSON.stringify(atFirst)) : response.writeHead(500).end('{}'),
    )
    openPage(NotificationsSection)
    const box = await screen.findByLabelText<HTMLInputElement>('New posts by email')
    fireEvent.click(box)
    await waitFor(() => expect(toastText()).toBe('ErrorThat could not be saved. Please try again.'))
    await waitFor(() => expect(box.checked).toBe(true))
    expect(screen.getByLabelText<HTMLInputElement>('New posts by push').disabled).toBe(true)
  })

  it('show each change at once and send changes one after another [SET-4]', async () => {
    const { email, marketing, waiting, kept } = await openHeld()
    const seen = new Set<boolean>()
    const watching = setInterval(() => seen.add(marketing.checked), 0)
    waiting[0]?.(true)
    await waitFor(() => expect(waiting).toHaveLength(2))
    waiting[1]?.(true)
    await waitFor(() => expect(kept()).toMatchObject({ email: false, marketing: true }))
    await screen.findByText(/You agreed on/)
    clearInterval(watching)
    expect([...seen]).toEqual([true])
    expect(email.checked).toBe(false)
  })

  it('report each failed change and revert only that one [SET-4]', async () => {
    const { email, marketing, waiting } = await openHeld()
    waiting[0]?.(false)
    await waitFor(() => expect(toastText()).toBe('ErrorThat could not be saved. Please try again.'))
    await waitFor(() => expect([email.checked, marketing.checked]).toEqual([true, true]))
    await waitFor(() => expect(waiting).toHaveLength(2))
    waiting[1]?.(true)
    await screen.findByText(/You agreed on/)
    expect([email.checked, marketing.checked]).toEqual([true, true])
  })

  it('count unread notices again when a kind leaves the bell [BELL-2]', async () => {
    let isDeclined = false
    stop = await servePage(({ method, url }, response) => {
      if (method === 'PUT') isDeclined = true
      const count = { unread: isDeclined ? 0 : 1, countsPosts: !isDeclined }
      response.end(JSON.stringify(url === '/api/notices/unread' ? count : atFirst))
    })
    openPage(() => (
      <>
        <Bell />
        <NotificationsSection />
      </>
    ))
    await screen.findByRole('link', { name: 'Notifications, 1 unread' })
    fireEvent.click(await screen.findByLabelText('New posts on the site'))
    expect(await screen.findByRole('link', { name: 'Notifications' })).toBeTruthy()
  })

  it('send the pace of a kind, and times with the time zone of the browser [BELL-3, BELL-4]', async () => {
    const received = await open({ ...atFirst, emailPace: { new_post: 'hourly', reply: 'hourly' } })
    fireEvent.click(screen.getByText('Timing'))
    fireEvent.change(screen.getByLabelText('Emails: new posts'), { target: { value: 'daily' } })
    fireEvent.click(screen.getByRole('switch', { name: /^Quiet hours/ }))
    fireEvent.change(await screen.findByLabelText('Quiet until'), { target: { value: '06:30' } })
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    await waitFor(() =>
      expect(received.map(([, body]) => body)).toEqual([
        { emailPace: { new_post: 'daily' }, timeZone },
        { quietHours: { from: 1320, until: 420 }, timeZone },
        { quietHours: { from: 1320, until: 390 }, timeZone },
      ]),
    )
    expect(screen.getByLabelText<HTMLInputElement>('Replies to your comments on the site').checked).toBe(true)
  })
})
