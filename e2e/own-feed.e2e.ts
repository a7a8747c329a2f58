import { randomUUID } from 'node:crypto'
import type { Browser, Locator, WebSocketRoute } from '@playwright/test'
import { addCreator, addNewcomer } from '../server/src/testing/add-person.ts'
import { demoPassword, expect, type Page, test } from './club.ts'
import { openLivePage, titled } from './club-posts.ts'
import { openOwnClub } from './own-club.ts'
import { becomeMember, signInOn } from './people.ts'

/* What the posts and readers of other tests would change: places in the feed, and numbers of views. */

const { folder, openAt } = openOwnClub()

let creatorEmail: string | undefined

async function openCreator(browser: Browser): Promise<Page> {
  creatorEmail ??= await addCreator(folder(), demoPassword)
  const page = await openAt(browser)
  await signInOn(page, creatorEmail, demoPassword)
  return page
}

async function openMember(browser: Browser): Promise<Page> {
  const page = await openAt(browser)
  await becomeMember(page)
  return page
}

const cards = (page: Page) => page.getByRole('article')
const feedList = (page: Page) => page.getByRole('feed')
const waitingPosts = (page: Page) => page.getByRole('button', { name: /new posts?$/ })
const place = (page: Page) =>
  page.evaluate(() => [Math.round(window.scrollY), document.activeElement?.ariaLabel])
const idOf = async (card: Locator) => (await card.getAttribute('id'))?.replace('post-', '')

/** Publishes a text, of which two fill a window, and returns its unique title. */
async function publishTall(creator: Page, about: string): Promise<string> {
  const title = `${about} ${randomUUID().slice(0, 8)}`
  const content = Array.from({ length: 12 }, (_, line) => `Line ${line + 1}`).join('\n\n')
  const reply = await creator.request.post('/api/posts', {
    multipart: { title, content, contentType: 'text' },
  })
  expect(reply.status()).toBe(201)
  return title
}

test('shows five posts a page, newest first, with pagination [FEED-1]', async ({ browser }) => {
  const creator = await openCreator(browser)
  const titles: string[] = []
  for (let count = 1; count <= 10; count += 1) titles.unshift(await publishTall(creator, `Number ${count}`))
  const page = await openMember(browser)
  await page.goto('/content')
  await expect(page.getByRole('button', { name: 'Upload Content' })).toHaveCount(0)
  const headings = cards(page).getByRole('heading', { level: 2 })
  await expect(headings).toHaveText(titles.slice(0, 5))
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/content?page=2')
  await expect(feedList(page)).toHaveAccessibleName(/^Posts, page 2 of/)
  // While the next page loads, the previous list is dimmed.
  await expect(feedList(page)).toHaveAttribute('aria-busy', 'false')
  await expect(headings).toHaveText(titles.slice(5))

  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(page).toHaveURL('/content')
  await page.goto('/content?page=9999&search=Number')
  await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0)
  await expect(page.getByRole('article', { name: titles.at(-1)! })).toBeVisible()
})

test('announces new posts without moving the feed [LIVE-1]', async ({ browser }) => {
  const creator = await openCreator(browser)
  for (let count = 1; count <= 5; count += 1) await publishTall(creator, `Before ${count}`)
  const member = await openMember(browser)
  await openLivePage(member, '/content')
  await cards(member).nth(2).getByRole('button', { name: /^Like/ }).focus()
  await cards(member).nth(2).scrollIntoViewIfNeeded()
  const before = await place(member)
  expect(before[0]).toBeGreaterThan(0)
  const titles = [await publishTall(creator, 'First'), await publishTall(creator, 'Second')]
  await expect(waitingPosts(member)).toHaveText(/^ ?2 new posts$/)
  expect(await place(member)).toEqual(before)
  await waitingPosts(member).click()
  for (const title of titles) await expect(member.getByRole('article', { name: title })).toBeVisible()
  await expect(member.getByRole('feed')).toBeFocused()
  await expect.poll(() => member.evaluate(() => window.scrollY)).toBe(0)
  await expect(waitingPosts(member)).toHaveCount(0)
})

test('marks posts since the last visit and resumes where the reader stopped [FEED-1]', async ({
  browser,
}) => {
  const creator = await openCreator(browser)
  for (let count = 1; count <= 10; count += 1) await publishTall(creator, `Before ${count}`)
  const member = await openMember(browser)
  type Mark = Record<'stopped' | 'newest', { postId: string } | null>
  const marked = async (what: keyof Mark) => {
    const mark: Mark = await (await member.request.get('/api/feed-mark')).json()
    return mark[what]?.postId
  }
  await member.goto('/content?page=2')
  const second = cards(member).nth(1)
  await expect(second).toBeVisible()
  await expect(member.getByText(/since you were here/)).toHaveCount(0)
  const id = await idOf(second)
  // The first post must be on screen until it is recorded as seen.
  await expect.poll(() => marked('newest')).toBe(await idOf(cards(member).first()))
  await second.evaluate((card) => card.scrollIntoView())
  await expect.poll(() => marked('stopped')).toBe(id)
  const name = await second.getByRole('heading', { level: 2 }).textContent()

  await member.goto('/content')
  await expect(member.getByText(/^5 new since you were here/)).toBeVisible()
  await member.getByRole('link', { name: 'Back to where you stopped' }).click()
  await expect(member.getByRole('article', { name: name ?? '' })).toBeFocused()
  await expect(member).toHaveURL(/page=2#post-/)

  // After the first page is seen, only later posts are new; a line separates them.
  await member.goto('/content')
  await expect(cards(member)).toHaveCount(5)
  // Leaving before the page has recorded what is on screen marks nothing.
  await expect.poll(() => marked('newest')).toBe(await idOf(cards(member).first()))
  await member.goto('/settings')
  const title = await publishTall(creator, 'In the background')
  await member.goto('/content')
  await expect(member.getByRole('article', { name: title })).toBeVisible()
  await expect(member.getByText(/^1 new since you were here$/)).toBeVisible()
  await expect(member.getByText('You were here', { exact: true })).toBeVisible()
})

test('shows an opened post to non-members and counts views by members [DESK-5, DESK-6]', async ({
  browser,
}) => {
  const creator = await openCreator(browser)
  const id = randomUUID()
  const opensAt = '2026-01-01T00:00:00Z'
  const data = { version: 0, title: `Open ${id.slice(0, 8)}`, content: 'For all.', mediaAlt: '', opensAt }
  expect((await creator.request.put(`/api/drafts/${id}`, { data })).status()).toBe(200)
  const seen = { version: 1, mediaId: null }
  expect((await creator.request.post(`/api/drafts/${id}/publish`, { data: seen })).status()).toBe(200)

  const newcomer = await openAt(browser)
  await signInOn(newcomer, await addNewcomer(folder(), demoPassword), demoPassword)
  await newcomer.goto(`/post/${id}`)
  const card = newcomer.getByRole('article', { name: data.title })
  await expect(card).toContainText('For all.')
  await expect(card).toContainText('Open to everybody signed in')
  await expect(newcomer.getByRole('heading', { name: 'Upgrade to Platinum' })).toBeVisible()

  const member = await openMember(browser)
  await member.goto(`/post/${id}`)
  await expect(member.getByRole('article', { name: data.title })).toBeVisible()
  await creator.goto(`/post/${id}`)
  // Two viewers; the creator's own view does not count.
  const views = async () => (await (await creator.request.get(`/api/posts/${id}`)).json()).viewsCount
  await expect.poll(views).toBe(2)
  await creator.reload()
  await expect(creator.getByText('2 views')).toBeVisible()
})

test('reloads what changed while the connection was lost [LIVE-1, LIVE-2]', async ({ browser }) => {
  const [member, creator] = [await openMember(browser), await openCreator(browser)]
  const title = await publishTall(creator, 'Before the break')
  let isLost = false
  let last: WebSocketRoute | undefined
  const lose = () => last?.close({ code: 1011, reason: 'broken' })
  await member.routeWebSocket('**/ws', (socket) => {
    socket.connectToServer()
    last = socket
    if (isLost) void lose()
  })
  await openLivePage(member, '/content')
  await expect(member.getByRole('article', { name: title })).toBeVisible()
  isLost = true
  await lose()

  const liked = creator.waitForResponse('**/like')
  await creator.goto(titled(title))
  await creator.getByRole('button', { name: 'Like (0)', exact: true }).click()
  await liked
  const missed = await publishTall(creator, 'During the break')
  isLost = false
  const card = member.getByRole('article', { name: title })
  await expect(card.getByRole('button', { name: 'Like (1)', exact: true })).toBeVisible()
  await waitingPosts(member).click()
  await expect(member.getByRole('article', { name: missed })).toBeVisible()
})
