import type { Locator } from '@playwright/test'
import { openLivePage, publish, titled } from './club-posts.ts'
import { expect, type Page, test, toastOn } from './club.ts'

const heart = (place: Page | Locator, count: number) =>
  place.getByRole('button', { name: `Like (${count})`, exact: true })

test('shows a like and its removal before the server has answered [LIKE-1]', async ({ signedInAs }) => {
  const [member, creator] = [await signedInAs('member'), await signedInAs('creator')]
  const title = await publish(creator, 'Worth a heart')
  await member.goto(titled(title))
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  await member.route('**/like', async (route) => {
    await mayAnswer
    await route.continue()
  })
  await heart(member, 0).click()
  await expect(heart(member, 1)).toHaveAttribute('aria-pressed', 'true')
  await heart(member, 1).click()
  await expect(heart(member, 0)).toHaveAttribute('aria-pressed', 'false')
  await heart(member, 0).click()
  await expect(heart(member, 1)).toHaveAttribute('aria-pressed', 'true')
  let answers = 0
  member.on('response', (response) => (answers += response.url().endsWith('/like') ? 1 : 0))
  answer()
  // Requests run one after another; a reload before the last would cancel it.
  await expect.poll(() => answers).toBe(3)
  await expect
    .poll(async () => {
      const reply = await member.request.get(`/api/posts?page=1&limit=5&search=${encodeURIComponent(title)}`)
      const { posts }: { posts: { likesCount: number; isLiked: boolean }[] } = await reply.json()
      return posts.map(({ likesCount, isLiked }) => ({ likesCount, isLiked }))
    })
    .toEqual([{ likesCount: 1, isLiked: true }])
  await member.reload()
  await expect(heart(member, 1)).toHaveAttribute('aria-pressed', 'true')
})

test('reverts a failed like with a message [LIKE-1]', async ({ signedInAs }) => {
  const [member, creator] = [await signedInAs('member'), await signedInAs('creator')]
  await member.goto(titled(await publish(creator, 'No heart today')))
  await member.route('**/like', (route) => route.fulfill({ status: 500, body: '' }))
  await heart(member, 0).click()
  await expect(toastOn(member)).toContainText('Failed to update like status')
  await expect(heart(member, 0)).toHaveAttribute('aria-pressed', 'false')

  await member.route('**/like', (route) => route.abort())
  await heart(member, 0).click()
  await expect(toastOn(member)).toContainText(/Failed to update like$/)
  await expect(heart(member, 0)).toHaveAttribute('aria-pressed', 'false')
})

test('counts one like for repeated clicks and several windows [LIKE-2]', async ({ signedInAs }) => {
  const [member, creator] = [await signedInAs('member'), await signedInAs('creator')]
  const title = await publish(creator, 'One heart each')
  const secondTab = await member.context().newPage()
  await Promise.all([member.goto(titled(title)), secondTab.goto(titled(title))])
  await expect(heart(secondTab, 0)).toBeVisible()
  await expect(heart(member, 0)).toBeVisible()
  // Hold the requests until both tabs are clicked: a live update would change the other button.
  const { promise: mayGo, resolve: go } = Promise.withResolvers<void>()
  await member.context().route('**/like', async (route) => {
    await mayGo
    await route.continue()
  })
  const asked = [member, secondTab].map((tab) => tab.waitForRequest('**/like'))
  await Promise.all([heart(member, 0).click(), heart(secondTab, 0).click()])
  await Promise.all(asked)
  const answered = [member, secondTab].map((tab) => tab.waitForResponse('**/like'))
  go()
  await Promise.all(answered)
  await expect(heart(member, 1)).toBeVisible()
  await expect(heart(secondTab, 1)).toBeVisible()
  await member.reload()
  await expect(heart(member, 1)).toHaveAttribute('aria-pressed', 'true')
})

test('shows a member’s like in the open feeds of others [LIVE-1]', async ({ signedInAs }) => {
  const [member, creator] = [await signedInAs('member'), await signedInAs('creator')]
  const title = await publish(creator, 'Seen by both')
  const socket = creator.waitForEvent('websocket')
  await openLivePage(creator, titled(title))
  expect((await socket).url()).toBe(`${new URL(creator.url()).origin.replace('http', 'ws')}/ws`)
  await expect(heart(creator, 0)).toBeVisible()

  await member.goto(titled(title))
  await heart(member, 0).click()
  await expect(heart(creator, 1)).toHaveAttribute('aria-pressed', 'false')
  await heart(member, 1).click()
  await expect(heart(creator, 0)).toBeVisible()
})

test('reconnects after five seconds and receives messages again [LIVE-2]', async ({ signedInAs }) => {
  const [member, creator] = [await signedInAs('member'), await signedInAs('creator')]
  const title = await publish(creator, 'Lost and found')
  const closedAt: number[] = []
  const openedAt: number[] = []
  await creator.routeWebSocket('**/ws', (socket) => {
    openedAt.push(performance.now())
    socket.connectToServer()
    if (openedAt.length > 1) return
    // The server breaks just after the page has loaded.
    setTimeout(() => {
      closedAt.push(performance.now())
      void socket.close({ code: 1011, reason: 'broken' })
    }, 500)
  })
  await creator.goto(titled(title))
  await expect(heart(creator, 0)).toBeVisible()
  await expect.poll(() => openedAt.length).toBe(2)
  expect(openedAt[1]! - closedAt[0]!).toBeGreaterThan(4900)

  await member.goto(titled(title))
  await heart(member, 0).click()
  await expect(heart(creator, 1)).toBeVisible()
})

/** Records when the page's live connection closes. */
function markClose() {
  window.WebSocket = class extends WebSocket {
    constructor(...address: ConstructorParameters<typeof WebSocket>) {
      super(...address)
      this.addEventListener('close', () => document.documentElement.setAttribute('data-heard-goodbye', ''))
    }
  }
}

test('does not reconnect after the server closed the connection [LIVE-2]', async ({ signedInAs }) => {
  const page = await signedInAs('member')
  let opened = 0
  await page.clock.install()
  await page.routeWebSocket('**/ws', (socket) => {
    opened += 1
    void socket.close({ code: 1000 })
  })
  await page.addInitScript(markClose)
  await page.goto('/content')
  await expect(page.locator('html[data-heard-goodbye]')).toHaveCount(1)
  await page.clock.runFor(20_000)
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(opened).toBe(1)
})

test('logs a failed connection and works without it [LIVE-2]', async ({ signedInAs }) => {
  const page = await signedInAs('member')
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  // A browser that blocks WebSockets.
  await page.addInitScript(
    'window.WebSocket = function refuse() { throw new DOMException("Not here.", "SecurityError") }',
  )
  await page.goto('/content')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect.poll(() => errors.join('\n')).toContain('Failed to initialize WebSocket')
})
