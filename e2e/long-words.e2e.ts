import { randomUUID } from 'node:crypto'
import { postIdOf, titled } from './club-posts.ts'
import { expect, hydrated, type Page, test } from './club.ts'
import { writeComment } from './comment-box.ts'
import { cards } from './joining.ts'
import { becomeMember, sendTip } from './people.ts'

const shout = 'GOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOAL'
const laugh = 'ha'.repeat(41)
const hashtag = `#${'UnforgettableRefereeingMoment'.repeat(12)}`
const longName = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis'

/**
 * Returns elements with horizontal overflow, and words outside the screen. Each element is measured, because
 * a scrolling one hides its overflow from `document.scrollWidth`.
 */
async function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- only what is inside reaches the browser
    const nameOf = (element: Element) =>
      `${element.localName}.${element.className} ${element.getAttribute('aria-label') ?? ''}`.trim()
    for (const box of document.querySelectorAll(
      'ul, ol, dl, li, section, article, main, form, [role=dialog]',
    )) {
      if (box.clientWidth > 1 && box.scrollWidth > box.clientWidth + 8) found.push(nameOf(box))
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const isLong = /\S{30}/.test(text.nodeValue ?? '')
      if (!isLong || !text.parentElement?.checkVisibility()) continue
      if (text.parentElement.closest('.truncate, .sr-only')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      if (range.getBoundingClientRect().right > document.documentElement.clientWidth)
        found.push(`words in ${nameOf(text.parentElement)}`)
    }
    return found
  })
}

async function fits(page: Page, address: string, shown: string) {
  await page.goto(address)
  await expect(page.getByText(shown).filter({ visible: true }).first()).toBeVisible()
  expect.soft({ address, tooWide: await tooWide(page) }).toEqual({ address, tooWide: [] })
}

test('breaks long words, so no list grows wider than its box [FEED-6, CMT-1] @phone', async ({
  unlocked: fan,
  signedInAs,
}) => {
  test.slow()
  const [creator, admin] = [await signedInAs('creator'), await signedInAs('admin')]
  const member = await becomeMember(fan, cards.good, { firstName: longName, lastName: longName })
  const { id: personId } = await (await fan.request.get('/api/auth/user')).json()
  const title = `${laugh} ${randomUUID().slice(0, 8)}`
  const words = [shout, laugh, hashtag].join('\n')
  const sent = await creator.request.post('/api/posts', {
    multipart: { contentType: 'text', title, content: words },
  })
  expect(sent.status()).toBe(201)
  const postId = await postIdOf(creator, title)
  const replyToId = await writeComment(fan, postId, { content: shout })
  await writeComment(fan, postId, { content: laugh })
  await writeComment(creator, postId, { content: hashtag, replyToId })
  await sendTip(fan, hashtag)
  const saved = await fan.request.put('/api/profile', { data: { bio: words, location: laugh } })
  expect(saved.ok()).toBe(true)
  const reported = await fan.request.post('/api/reports', {
    data: { kind: 'post', subjectId: postId, rule: 'spam', words: hashtag },
  })
  expect(reported.ok()).toBe(true)
  const asked = await fan.request.post('/api/contact', {
    data: { name: longName, email: member.email, message: hashtag },
  })
  expect(asked.ok()).toBe(true)
  const draftId = randomUUID()
  const kept = await creator.request.put(`/api/drafts/${draftId}`, {
    data: { version: 0, title: laugh, content: hashtag, mediaAlt: '', opensAt: null },
  })
  expect(kept.ok()).toBe(true)

  try {
    // While it is among the newest.
    for (const page of [fan, creator]) await fits(page, '/', laugh)
    for (const page of [fan, creator, admin]) {
      await page.goto(titled(title))
      const comments = page.getByRole('article').getByRole('button', { name: /^Comments/ })
      await comments.click()
      const list = page.getByRole('region', { name: 'All comments' })
      await expect(list.getByRole('listitem').first()).toBeVisible()
      const widths = await list
        .locator('ul')
        .evaluateAll((lists) => lists.map((one) => [one.scrollWidth, one.clientWidth] as const))
      expect(widths.every(([content, box]) => content <= box)).toBe(true)
      expect(await tooWide(page)).toEqual([])
      await fits(page, `/post/${postId}`, hashtag)
    }
    await fits(fan, '/my-tips', hashtag)
    await fits(fan, '/profile', laugh)
    await fits(fan, '/settings', 'Subscription')
    await fits(creator, `/tips-received?search=${encodeURIComponent(hashtag)}`, hashtag)
    await fits(creator, '/drafts', laugh)
    await fits(creator, `/drafts/${draftId}`, 'Title')
    await fits(creator, '/content-analytics', laugh)
    await fits(creator, `/content-analytics/${postId}`, laugh)
    await fits(creator, '/analytics/rows?figure=subscribers', longName)
    await fits(admin, '/admin?tab=users', longName)
    await fits(admin, '/admin?tab=moderation', laugh)
    await fits(admin, `/admin/users/${personId}`, longName)
    await fits(admin, '/admin/reports', hashtag)
    await fits(admin, '/admin/books', longName)
    await admin.goto('/admin/support')
    await admin.getByRole('button', { name: longName }).first().click()
    await expect(admin.getByText(hashtag).filter({ visible: true }).first()).toBeVisible()
    expect.soft(await tooWide(admin)).toEqual([])
    await admin.goto('/block-users')
    await admin.getByPlaceholder('Search by name or email...').fill(longName)
    await expect(admin.getByText(longName).filter({ visible: true }).first()).toBeVisible()
    expect.soft(await tooWide(admin)).toEqual([])
  } finally {
    await creator.request.delete(`/api/posts/${postId}`)
    await creator.request.delete(`/api/drafts/${draftId}`)
  }
})

test('fits a suggested address on a phone and accepts it by keyboard', async ({ unlocked: visitor }) => {
  await visitor.setViewportSize({ width: 360, height: 740 })
  await visitor.goto('/signup')
  await hydrated(visitor)
  const name = 'a.rather.long.name.'.repeat(3)
  await visitor.getByLabel('Email', { exact: true }).fill(`${name}x@gmial.com`)
  await visitor.keyboard.press('Tab')
  const suggestion = visitor.getByRole('button', { name: `${name}x@gmail.com?` })
  await expect(suggestion).toBeVisible()
  expect(await tooWide(visitor)).toEqual([])
  await visitor.keyboard.press('Shift+Tab')
  await expect(suggestion).toBeFocused()
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByLabel('Email', { exact: true })).toBeFocused()
  await expect(visitor.getByLabel('Email', { exact: true })).toHaveValue(`${name}x@gmail.com`)
})
