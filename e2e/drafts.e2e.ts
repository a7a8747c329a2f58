import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from './club.ts'

const title = (page: Page) => page.getByLabel('Title (optional)')
const content = (page: Page) => page.getByLabel('Content')
const saved = (page: Page) => page.getByText(/^Saved \d{1,2}:\d\d\s[AP]M$/)

/** Pastes a picture once the drop zone, which listens, is loaded. */
async function paste(page: Page, png: Buffer): Promise<void> {
  await expect(page.getByRole('button', { name: 'Choose Files' })).toBeVisible()
  await page.evaluate(
    (bytes) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' }))
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    },
    [...png],
  )
}

/** Opens a new post from the drafts and returns a unique title. */
async function beginDraft(page: Page): Promise<string> {
  await page.goto('/content')
  await page.getByRole('link', { name: 'Drafts' }).click()
  await page.getByRole('button', { name: 'New Post', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'New Post' })).toBeVisible()
  return `Draft ${randomUUID().slice(0, 8)}`
}

test('saves a draft while typing, through a reload and a lost connection [DESK-1]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('creator')
  const name = await beginDraft(page)
  await title(page).fill(name)
  await content(page).fill('The first line.')
  await expect(saved(page)).toBeVisible()
  await page.reload()
  await expect(title(page)).toHaveValue(name)
  await expect(content(page)).toHaveText('The first line.')

  // The server is unreachable: the text stays on this device, also after a reload.
  await page.route('**/api/drafts/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await content(page).fill('The first line. And a second one.')
  await expect(page.getByText(/^Not saved yet/)).toBeVisible()
  await page.reload()
  await expect(content(page)).toHaveText('The first line. And a second one.')
  await page.unroute('**/api/drafts/*')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(saved(page)).toBeVisible()

  await content(page).press('Control+End')
  await content(page).pressSequentially('\n## Half-time\n**Bold** words')
  await page.getByRole('toolbar').getByRole('button', { name: 'Quote' }).click()
  await page.getByRole('button', { name: /^Publish to \d/ }).click()
  await expect(page.getByRole('article', { name })).toContainText('And a second one.')
  await expect(page.getByRole('article', { name }).getByRole('heading', { name: 'Half-time' })).toBeVisible()
  await expect(page.locator('blockquote strong')).toHaveText('Bold')
  await page.goto('/drafts')
  await expect(page.getByRole('heading', { name: 'Drafts' })).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
})

test('lets the author choose when two tabs change one draft, and loses neither text [DESK-1]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('creator')
  const name = await beginDraft(page)
  await title(page).fill(name)
  await expect(saved(page)).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(title(other)).toHaveValue(name)
  // The first tab saves after the second one.
  const { promise: isSavedThere, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/drafts/*', async (route) => {
    if (route.request().method() === 'PUT') await isSavedThere
    await route.continue()
  })
  await content(page).fill('From the first tab')
  const saving = other.waitForResponse((response) => response.request().method() === 'PUT')
  await content(other).fill('From the second tab')
  expect((await saving).status()).toBe(200)
  release()
  const choice = page.getByRole('alert').filter({ hasText: 'Changed elsewhere' })
  await expect(choice).toContainText('From the second tab')
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await expect(choice).toContainText('From the first tab')
  await choice.getByRole('button', { name: 'Keep what is here' }).click()
  await expect(saved(page)).toBeVisible()
  await expect(content(other)).toHaveText('From the first tab')
})

test('schedules a pasted picture and previews it as members will see it [DESK-3, DESK-4, DESK-7]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('creator')
  const name = await beginDraft(page)
  await title(page).fill(name)
  await paste(page, await page.screenshot())
  await expect(page.getByRole('button', { name: 'Remove Picture' })).toBeVisible()
  await page.getByLabel('Image description (alt text)').fill('A field in spring')
  await page.getByLabel('Early access').selectOption('Members first, then everybody')
  await expect(page.getByLabel('Open to everybody signed in from')).not.toHaveValue('')

  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('article', { name })).toContainText('Early access: opens to everybody on')
  await expect(preview.getByRole('img', { name: 'A field in spring' })).toBeVisible()
  await preview.getByRole('button', { name: 'Without membership' }).click()
  await expect(preview.getByRole('heading', { name: 'Upgrade to Platinum' })).toBeVisible()
  await preview.getByRole('button', { name: 'Visitor' }).click()
  await expect(preview.getByRole('heading', { name: 'Visitors are asked to sign in' })).toBeVisible()

  const when = page.getByLabel('Goes out automatically at')
  await when.fill('2001-03-03T12:00')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText('Please choose a time that is still to come.')).toBeVisible()
  // A post must be published before it opens to everybody.
  await page.getByLabel('Open to everybody signed in from').fill('2199-04-03')
  await when.fill('2199-03-03T12:00')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText(/^Goes out on March 3, 2199/)).toBeVisible()
  await page.getByRole('link', { name: 'Drafts' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(
    'Goes out on March 3, 2199',
  )

  await page.getByRole('link', { name: new RegExp(name) }).click()
  await page.getByRole('button', { name: 'Unschedule' }).click()
  await expect(page.getByText(/^Goes out on/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete Draft' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'Drafts' })).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
})
