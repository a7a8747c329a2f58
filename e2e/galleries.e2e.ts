import { randomUUID } from 'node:crypto'
import { clip, hasFfmpeg } from '../server/src/testing/clips.ts'
import { expect, type Page, test } from './club.ts'
import { titled } from './club-posts.ts'
import { dragTo } from './hands.ts'

/** A real picture: what the page looks like, in another colour each time. */
async function pictureOf(page: Page, name: string, color: string) {
  await page.evaluate((to) => (document.body.style.background = to), color)
  return { name, mimeType: 'image/png', buffer: await page.screenshot() }
}

test('publishes a gallery in the order its creator chose, without what is broken [GAL-1, GAL-2, GAL-3, ATT-1, DESK-7]', async ({
  signedInAs,
}) => {
  const creator = await signedInAs('creator')
  const title = `From the stands ${randomUUID().slice(0, 8)}`
  await creator.goto('/drafts')
  const files = [
    await pictureOf(creator, 'red.png', 'red'),
    { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    await pictureOf(creator, 'green.png', 'green'),
    await pictureOf(creator, 'blue.png', 'blue'),
  ]
  await creator.getByRole('button', { name: 'New Post', exact: true }).click()
  await creator.getByLabel('Title (optional)').fill(title)
  await creator.getByLabel('Pictures, videos or recordings').setInputFiles(files)
  const parts = creator.getByRole('list', { name: 'Pictures and videos in order' }).getByRole('listitem')
  await expect(parts).toHaveCount(3)
  const failed = creator.getByRole('list', { name: 'Files that failed' }).getByRole('listitem')
  await expect(failed).toHaveText(/broken\.png: Please select/)
  await failed.getByRole('button', { name: 'Dismiss broken.png' }).click()

  for (const [n, word] of ['Red', 'Green', 'Blue'].entries())
    await creator.getByLabel(`Description of Picture ${n + 1} (alt text)`).fill(word)
  const words = () =>
    parts.getByRole('textbox').evaluateAll((all: HTMLTextAreaElement[]) => all.map(({ value }) => value))
  const handleOf = (n: number) => parts.nth(n).locator('span[aria-hidden]').first()
  await creator.setViewportSize({ width: 1280, height: 1400 })
  await dragTo(creator, handleOf(0), parts.nth(2), 40)
  await expect.poll(words).toEqual(['Green', 'Blue', 'Red'])
  await dragTo(creator, handleOf(2), parts.nth(0), -40)
  await expect.poll(words).toEqual(['Red', 'Green', 'Blue'])
  const up = creator.getByRole('button', { name: 'Move Picture 3 up' })
  await up.focus()
  await creator.keyboard.press('Enter')
  // The focus stays with the picture, which is the second now.
  await expect(creator.getByRole('button', { name: 'Move Picture 2 up' })).toBeFocused()
  // Dropped on the page, a file that cannot be shown becomes a download.
  const dataTransfer = await creator.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['<h1>Fixtures</h1>'], '../fixtures.html', { type: 'text/html' }))
    return data
  })
  await creator.dispatchEvent('main', 'drop', { dataTransfer })
  await expect(creator.getByRole('list', { name: 'Attachments' })).toContainText('fixtures.html')
  await creator.getByRole('button', { name: /^Publish to \d/ }).click()
  await expect(creator.getByRole('article', { name: title })).toBeVisible()

  const member = await signedInAs('member')
  await member.setViewportSize({ width: 360, height: 740 })
  await member.goto(titled(title))
  const post = member.getByRole('article', { name: title })
  const second = post.getByRole('button', { name: 'Open picture 2 of 3: Blue' })
  await second.click()
  const viewer = member.getByRole('dialog')
  await expect(viewer).toContainText('2 of 3')
  await expect(viewer.getByRole('img', { name: 'Blue' })).toBeVisible()
  await member.keyboard.press('ArrowRight')
  await expect(viewer.getByRole('img', { name: 'Green' })).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Next' })).toBeDisabled()
  await member.keyboard.press('ArrowLeft')
  await member.keyboard.press('ArrowLeft')
  await expect(viewer).toContainText('1 of 3')
  await member.keyboard.press('Escape')
  await expect(second).toBeFocused()

  const [file] = await Promise.all([
    member.waitForEvent('download'),
    post.getByRole('link', { name: /^Download fixtures\.html/ }).click(),
  ])
  expect(file.suggestedFilename()).toBe('fixtures.html')
})

const playingOn = (page: Page) =>
  page.locator('video').evaluateAll((all: HTMLVideoElement[]) => all.filter(({ paused }) => !paused).length)

test('plays the films of a gallery one at a time, without a broken one, which says why [GAL-2, GAL-3, PLAY-1]', async ({
  signedInAs,
}) => {
  test.skip(!hasFfmpeg, 'There is no ffmpeg here to make films with.')
  const creator = await signedInAs('creator')
  const title = `On film ${randomUUID().slice(0, 8)}`
  await creator.goto('/drafts')
  const film = await clip({ seconds: 12, args: ['-movflags', '+faststart'] })
  const files = [
    { name: 'warm-up.mp4', mimeType: 'video/mp4', buffer: film },
    await pictureOf(creator, 'green.png', 'green'),
    { name: 'goal.mp4', mimeType: 'video/mp4', buffer: await clip({ seconds: 13 }) },
    { name: 'broken.mp4', mimeType: 'video/mp4', buffer: film.subarray(0, film.indexOf('mdat') + 8) },
  ]
  await creator.getByRole('button', { name: 'New Post', exact: true }).click()
  await creator.getByLabel('Title (optional)').fill(title)
  await creator.getByLabel('Pictures, videos or recordings').setInputFiles(files)
  const parts = creator.getByRole('list', { name: 'Pictures and videos in order' }).getByRole('listitem')
  await expect(parts).toHaveCount(4)
  for (const [n, words] of [
    ['Video 1', 'Warm-up'],
    ['Picture 2', 'The stand'],
    ['Video 3', 'The goal'],
  ])
    await creator.getByLabel(`Description of ${n} (alt text)`).fill(words!)
  const reason = /There is no picture in this video\.|This file is damaged/
  await expect(parts.nth(3)).toHaveText(reason)
  await creator.getByRole('button', { name: /^Publish to \d/ }).click()
  const published = creator.getByRole('article', { name: title })
  await expect(published).toContainText('One file could not be prepared. Members see only the others.')
  await expect(published).toContainText(reason)

  const member = await signedInAs('member')
  await member.goto(titled(title))
  const post = member.getByRole('article', { name: title })
  await expect(post.getByRole('button', { name: /^Open / })).toHaveCount(3)
  await post.getByRole('button', { name: 'Open video 1 of 3: Warm-up' }).click()
  const viewer = member.getByRole('dialog')
  await viewer.getByRole('button', { name: 'Play video: Warm-up' }).click()
  await expect.poll(() => playingOn(member)).toBe(1)
  // In a player, the arrows seek.
  await member.keyboard.press('ArrowRight')
  await expect(viewer).toContainText('1 of 3')
  await member.keyboard.press('Shift+N')
  await expect(viewer.getByRole('img', { name: 'The stand' })).toBeVisible()
  await expect.poll(() => playingOn(member)).toBe(0)
  await member.keyboard.press('ArrowRight')
  await viewer.getByRole('button', { name: 'Play video: The goal' }).click()
  await expect.poll(() => playingOn(member)).toBe(1)
  await expect(viewer.getByRole('group', { name: /^Video: / })).toHaveCount(1)
  await expect(viewer.getByRole('button', { name: 'Next' })).toBeDisabled()
  await member.keyboard.press('Shift+P')
  await expect(viewer).toContainText('2 of 3')
  await member.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
})

test('swipes through all pictures of a gallery in the feed [GAL-3] @phone', async ({ signedInAs }) => {
  const page = await signedInAs('member')
  await page.goto(titled('Pitch inspection'))
  const post = page.getByRole('article', { name: 'Pitch inspection' })
  await post.getByRole('button', { name: /^Open picture 1 of 6: / }).tap()
  const viewer = page.getByRole('dialog')
  const next = viewer.getByRole('button', { name: 'Next' })
  const finger = await page.context().newCDPSession(page)
  const swipe = async (by: number) => {
    const { x, y, width, height } = (await viewer.getByRole('region', { name: 'Picture' }).boundingBox())!
    const at = (part: number) => [{ x: x + width / 2 + part * by, y: y + height / 2 }]
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(-0.5) })
    for (const part of [-0.25, 0, 0.25, 0.5])
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) })
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  for (const n of [2, 3, 4, 5, 6]) {
    await expect(next).toBeEnabled()
    await swipe(-200)
    await expect(viewer).toContainText(`${n} of 6`)
  }
  const last = viewer.getByRole('img', { name: /players’ tunnel/ })
  await expect.poll(() => last.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await swipe(200)
  await expect(viewer).toContainText('5 of 6')
})
