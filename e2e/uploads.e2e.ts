import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { titled } from './club-posts.ts'
import { expect, type Page, test, toastOn } from './club.ts'

const notAPicture = {
  name: 'holiday.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('Only a shopping list.'),
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Upload Content' })
const fieldOf = (page: Page, label: string) => dialogOf(page).getByLabel(label, { exact: true })
const upload = (page: Page) => dialogOf(page).getByRole('button', { name: 'Publish', exact: true }).click()
const unique = (title: string) => `${title} ${randomUUID().slice(0, 8)}`

const rightOf = (field: Locator) => field.evaluate((control) => control.getBoundingClientRect().right)

async function openForm(page: Page) {
  await page.goto('/content')
  await page.getByRole('button', { name: 'Upload Content' }).click()
  await expect(dialogOf(page)).toBeVisible()
}

/** A real picture: a screenshot. */
const pictureOf = async (page: Page) => ({
  name: 'what-the-whole-ground-looks-like-from-the-dugout.png',
  mimeType: 'image/png',
  buffer: await page.screenshot(),
})

async function expectPublished(page: Page, title: string) {
  await expect(toastOn(page)).toHaveAttribute('data-toast', 'success')
  await expect(dialogOf(page)).toHaveCount(0)
  await page.goto(titled(title))
  await expect(page.getByRole('article', { name: title })).toBeVisible()
}

const placeOf = (player: HTMLVideoElement) => [player.seeking, player.currentTime, player.readyState > 1]

test('publishes a picture that members can see [UPL-1, FEED-3]', async ({ signedInAs }) => {
  const page = await signedInAs('creator')
  const title = unique('View from the dugout')
  await openForm(page)
  await expect(dialogOf(page).getByText('Up to 50MB (MP4, MOV, AVI; JPG, PNG, GIF)')).toBeVisible()
  await fieldOf(page, 'Media file').setInputFiles(await pictureOf(page))
  await expect(dialogOf(page).getByRole('img', { name: 'Preview' })).toBeVisible()
  // A long file name widens nothing.
  const ends = ['Media file', 'Title (optional)', 'Content'].map((label) => rightOf(fieldOf(page, label)))
  expect(new Set(await Promise.all(ends)).size).toBe(1)
  await fieldOf(page, 'Title (optional)').fill(title)
  await fieldOf(page, 'Content').fill('Cold seats, warm game.')
  await upload(page)
  await expectPublished(page, title)

  const member = await signedInAs('member')
  await member.goto(titled(title))
  const picture = member.getByRole('article', { name: title }).getByRole('img', { name: title })
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
})

test('publishes a video that appears automatically and can be played [UPL-1, UPL-4, FEED-3]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('creator')
  const title = unique('Added time, filmed')
  await openForm(page)
  await fieldOf(page, 'Media file').setInputFiles(join(import.meta.dirname, '../content/demo/added-time.mp4'))
  await expect(fieldOf(page, 'Content type')).toHaveValue('video')
  await fieldOf(page, 'Title (optional)').fill(title)
  await upload(page)
  await expectPublished(page, title)
  const video = page.locator('video')
  const play = page.getByRole('button', { name: `Play video: ${title}` })
  await expect(play).toBeVisible()
  await play.click()
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime)).toBeGreaterThan(0)
  await video.evaluate((player: HTMLVideoElement) => {
    player.pause()
    player.currentTime = 4
  })
  await expect.poll(() => video.evaluate(placeOf)).toEqual([false, 4, true])
})

test('publishes a text, for which content is required and a title is not [UPL-1, UPL-2]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('creator')
  const words = unique('Offside is a question of timing.')
  await openForm(page)
  await fieldOf(page, 'Content type').selectOption('text')
  await expect(fieldOf(page, 'Media file')).toHaveCount(0)
  await fieldOf(page, 'Content').fill('   ')
  await upload(page)
  await expect(toastOn(page)).toContainText('Content RequiredPlease write some content for your text post.')

  await fieldOf(page, 'Content').fill(words)
  await upload(page)
  await expect(toastOn(page)).toHaveAttribute('data-toast', 'success')
  await page.goto(titled(words))
  await expect(page.getByRole('article').getByText(words)).toBeVisible()
})

test('refuses a missing file or a wrong type before the upload [UPL-2]', async ({ signedInAs }) => {
  const page = await signedInAs('creator')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/posts')) sent.push(request.url())
  })
  await openForm(page)
  await upload(page)
  await expect(toastOn(page)).toContainText('No File SelectedPlease select a file to upload.')
  await fieldOf(page, 'Media file').setInputFiles({
    ...notAPicture,
    name: 'rules.pdf',
    mimeType: 'application/pdf',
  })
  await expect(toastOn(page)).toContainText('Invalid File TypePlease select an image or video file.')
  await fieldOf(page, 'Media file').setInputFiles({
    name: 'IMG_0001.HEIC',
    mimeType: '',
    buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
  })
  await expect(toastOn(page).filter({ hasText: 'This is a HEIC picture' })).toBeVisible()
  expect(sent).toEqual([])
})

test('refuses a text file named .jpg and keeps the typed text [UPL-2]', async ({ signedInAs }) => {
  const page = await signedInAs('creator')
  await openForm(page)
  await fieldOf(page, 'Media file').setInputFiles(notAPicture)
  await fieldOf(page, 'Title (optional)').fill('Holiday')
  await fieldOf(page, 'Content').fill('Three days without a whistle.')
  await upload(page)
  await expect(toastOn(page)).toContainText('Upload Failed')
  await expect(toastOn(page)).toContainText(/picture|image|video/)
  const expectKept = async () => {
    await expect(fieldOf(page, 'Title (optional)')).toHaveValue('Holiday')
    await expect(fieldOf(page, 'Content')).toHaveValue('Three days without a whistle.')
  }
  await expectKept()
  await expect(dialogOf(page).getByText('holiday.jpg')).toBeVisible()

  await page.route('**/api/posts', (route) => route.fulfill({ status: 500, body: '' }))
  await upload(page)
  await expect(toastOn(page)).toContainText('Upload FailedFailed to upload content. Please try again.')
  await expectKept()

  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('button', { name: 'Upload Content' }).click()
  await expectKept()
})
