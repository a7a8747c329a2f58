import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { titled } from './club-posts.ts'
import { expect, type Page, test, toastOn } from './club.ts'

const megabyte = 1024 * 1024
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Upload Content' })
const fieldOf = (page: Page, label: string) => dialogOf(page).getByLabel(label, { exact: true })
const statusOf = (page: Page) => dialogOf(page).getByRole('status')

/** A playable video, padded with seven megabytes. */
function largeVideo() {
  const clip = readFileSync(join(import.meta.dirname, '../content/demo/added-time.mp4'))
  const free = Buffer.alloc(7 * megabyte)
  free.writeUInt32BE(free.length, 0)
  free.write('free', 4, 'latin1')
  return { name: 'whole-match.mp4', mimeType: 'video/mp4', buffer: Buffer.concat([clip, free]) }
}

/** Lets the first chunk of every upload through and aborts further ones while the line is down. */
async function loseConnectionAfterFirstPart(page: Page) {
  const line = { isDown: true, offsets: [] as number[], address: '' }
  await page.route('**/api/uploads/*', async (route) => {
    const request = route.request()
    const offset = Number(request.headers()['upload-offset'])
    line.address = new URL(request.url()).pathname
    const isFirst = request.method() === 'PATCH' && offset === 0
    if (line.isDown && !isFirst) return route.abort('connectionreset')
    if (request.method() === 'PATCH') line.offsets.push(offset)
    return route.continue()
  })
  return line
}

async function sendLargeVideo(page: Page, title: string) {
  await page.goto('/content')
  await chooseLargeVideo(page, title)
}

async function chooseLargeVideo(page: Page, title: string) {
  await page.getByRole('button', { name: 'Upload Content' }).click()
  await fieldOf(page, 'Media file').setInputFiles(largeVideo())
  await fieldOf(page, 'Title (optional)').fill(title)
  await dialogOf(page).getByRole('button', { name: 'Publish', exact: true }).click()
}

test('resumes a large upload after a lost connection and after a reload [UPL-1, UPL-3]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('creator')
  const title = `The whole match ${randomUUID().slice(0, 8)}`
  const line = await loseConnectionAfterFirstPart(page)
  await sendLargeVideo(page, title)
  const lost = 'Connection lost. This continues when it is back.'
  await expect(statusOf(page)).toHaveText(new RegExp(`^${lost} 5\\.0 MB of 7\\.\\d MB have arrived\\.$`))
  await expect(dialogOf(page).getByRole('progressbar', { name: 'Upload' })).toHaveAttribute(
    'value',
    /^[67]\d$/,
  )
  await expect(fieldOf(page, 'Title (optional)')).toBeDisabled()

  await page.reload()
  await expect(statusOf(page)).toContainText(lost)
  await expect(fieldOf(page, 'Title (optional)')).toHaveValue(title)
  await expect(dialogOf(page).getByText('whole-match.mp4')).toBeVisible()
  line.isDown = false
  await expect(toastOn(page)).toHaveAttribute('data-toast', 'success')
  // No byte is sent twice.
  expect(line.offsets).toEqual([0, 5 * megabyte])
  await page.goto(titled(title))
  await expect(page.getByRole('article', { name: title })).toBeVisible()
  await expect(dialogOf(page)).toHaveCount(0)
})

test('waits for room on a full disk and goes on without sending a byte twice [UPL-3, UPL-5]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('creator')
  const title = `The whole match ${randomUUID().slice(0, 8)}`
  const disk = { isFull: true, offsets: [] as number[] }
  await page.route('**/api/uploads/*', async (route) => {
    const request = route.request()
    if (request.method() !== 'PATCH') return route.continue()
    const offset = Number(request.headers()['upload-offset'])
    if (disk.isFull && offset > 0) return route.fulfill({ status: 507, json: { message: 'No room' } })
    disk.offsets.push(offset)
    return route.continue()
  })
  await sendLargeVideo(page, title)
  await expect(statusOf(page)).toHaveText(
    /^There is no room on the server\. This continues when there is\. 5\.0 MB of 7\.\d MB have arrived\.$/,
  )
  disk.isFull = false
  await expect(toastOn(page)).toHaveAttribute('data-toast', 'success')
  expect(disk.offsets).toEqual([0, 5 * megabyte])
})

test('deletes a canceled upload and keeps the typed text [UPL-3]', async ({ signedInAs }) => {
  const page = await signedInAs('creator')
  const line = await loseConnectionAfterFirstPart(page)
  await sendLargeVideo(page, 'Not this one')
  await expect(statusOf(page)).toContainText('Connection lost.')
  const arrived = async () =>
    (await page.request.head(line.address, { headers: { 'tus-resumable': '1.0.0' } })).status()
  expect(await arrived()).toBe(200)
  line.isDown = false
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialogOf(page).getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
  await expect.poll(arrived).toBe(404)
  await expect(fieldOf(page, 'Title (optional)')).toHaveValue('Not this one')

  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('button', { name: 'Upload Content' }).click()
  await expect(dialogOf(page).getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
})

test('links to a finished upload without leaving the current page [UPL-1]', async ({ signedInAs }) => {
  const page = await signedInAs('creator')
  const title = `Extra time ${randomUUID().slice(0, 8)}`
  const line = await loseConnectionAfterFirstPart(page)
  await page.goto('/drafts')
  await page.getByRole('link', { name: 'Back to the feed' }).click()
  await chooseLargeVideo(page, title)
  await expect(statusOf(page)).toContainText('Connection lost.')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Drafts' })).toBeVisible()
  line.isDown = false
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(toastOn(page)).toContainText('Content Uploaded')
  await expect(toastOn(page).getByRole('link', { name: 'See it' })).toHaveAttribute('href', /^\/post\/./)
  await expect(page).toHaveURL(/\/drafts$/)
  await toastOn(page).getByRole('link', { name: 'See it' }).click()
  await expect(page.getByRole('article', { name: title })).toBeVisible()
})

test('continues a draft’s upload on other pages and after a reload [DESK-1, UPL-3]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('creator')
  const title = `The second leg ${randomUUID().slice(0, 8)}`
  const line = await loseConnectionAfterFirstPart(page)
  await page.goto('/drafts')
  await page.getByRole('button', { name: 'New Post', exact: true }).click()
  await page.getByLabel('Title (optional)').fill(title)
  await page.getByLabel('Pictures, videos or recordings').setInputFiles(largeVideo())
  const bar = page.getByRole('progressbar', { name: 'Upload' })
  const lost = page.getByText('Connection lost. This continues when it is back.')
  await expect(lost).toBeVisible()

  await page.getByRole('link', { name: 'Drafts' }).click()
  await page.getByRole('link', { name: new RegExp(title) }).click()
  await expect(bar).toBeVisible()

  await page.reload()
  await expect(lost).toBeVisible()
  // The upload belongs to the draft and is no post of its own.
  await page.goto('/content')
  await expect(page.getByRole('button', { name: 'Upload Content' })).toBeVisible()
  await expect(dialogOf(page)).toHaveCount(0)
  await page.goto('/drafts')
  await page.getByRole('link', { name: new RegExp(title) }).click()
  await expect(lost).toBeVisible()
  line.isDown = false
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByRole('button', { name: 'Remove Video' })).toBeVisible()
  // No byte is sent twice.
  expect(line.offsets).toEqual([0, 5 * megabyte])
})
