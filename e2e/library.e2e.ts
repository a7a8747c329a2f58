import { randomUUID } from 'node:crypto'
import { expect, type Page } from './club.ts'
import { openLivePage, titled, withoutLive } from './club-posts.ts'
import { isTouch, press } from './hands.ts'
import { test } from './joining.ts'
import { becomeMember, signInOn } from './people.ts'

const library = (page: Page) => page.getByRole('dialog', { name: 'Library' })
const underWay = (page: Page) => page.getByRole('region', { name: /^Continue reading$/ })

/** Publishes a text of many screens as the creator of `page` and returns its id and title. */
async function publishLongText(page: Page) {
  const title = `The long read ${randomUUID().slice(0, 8)}`
  const content = Array.from({ length: 120 }, (_, n) => `Paragraph ${n + 1}. ${'Words. '.repeat(20)}`).join(
    '\n\n',
  )
  const sent = await page.request.post('/api/posts', { multipart: { title, content, contentType: 'text' } })
  expect(sent.status()).toBe(201)
  const { id } = await sent.json()
  return { id, title }
}

const scroll = () => window.scrollTo(0, Math.max(scrollY + 50, document.body.scrollHeight / 2))

/** Scrolls from the middle of the text until a place is saved: the page follows once its scripts are there. */
async function readHalf(page: Page) {
  await expect(page.getByRole('article')).toContainText('Paragraph 120.')
  let isSaved = false
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname === '/api/playback-positions' && response.request().method() === 'POST') isSaved = true
  })
  await expect
    .poll(async () => {
      await page.evaluate(scroll)
      return isSaved
    })
    .toBe(true)
}

test('keeps bookmarks and places on all devices, and forgets them on request [LIB-1, LIB-2, LIB-3] @everywhere', async ({
  signedInAs,
  visit,
}) => {
  const [creator, first, second] = [await signedInAs('creator'), await visit(), await visit()]
  const { id, title } = await publishLongText(creator)
  const { email, password } = await becomeMember(first)
  await signInOn(second, email, password)

  await openLivePage(second, '/content?bookmarked=yes')
  await expect(second.getByRole('heading', { name: 'No posts found' })).toBeVisible()
  await withoutLive(first)
  await first.goto(titled(title))
  const bookmark = first.getByRole('button', { name: `Bookmark: ${title}` })
  await press(first, bookmark)
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true')
  await expect(second.getByRole('article', { name: title })).toBeVisible()

  // Reads half of it on one device and continues on the other.
  await first.goto(`/post/${id}`)
  await readHalf(first)
  await second.goto('/')
  await expect(underWay(second)).toBeVisible()
  await press(second, underWay(second).getByRole('link', { name: `${title} Continue at` }))
  await expect(second).toHaveURL(`/post/${id}#continue`)
  await expect.poll(() => second.evaluate(() => scrollY)).toBeGreaterThan(1000)

  await first.goto('/content')
  await press(first, first.getByRole('main').getByRole('button', { name: 'Library' }).first())
  await expect(library(first).getByRole('link', { name: title })).toBeVisible()
  await press(first, library(first).getByRole('button', { name: 'Clear History' }))
  await press(first, first.getByRole('alertdialog').getByRole('button', { name: 'Clear' }))
  await expect(library(first)).toContainText('long texts that you read are listed here')
  const isKept = library(first).getByLabel(/^Keep a history/)
  await (isTouch() ? isKept.tap() : isKept.press('Space'))
  await expect(isKept).not.toBeChecked()
  await press(first, library(first).getByRole('link', { name: 'Bookmarks' }))
  await expect(first).toHaveURL('/content?bookmarked=yes')
  await expect(first.getByRole('article', { name: title })).toBeVisible()

  // Without a history no device remembers what is read.
  await second.goto('/')
  await expect(second.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  await second.goto(`/post/${id}`)
  await readHalf(second)
  expect(await (await second.request.get('/api/history')).json()).toEqual({ isOn: false, entries: [] })
})
