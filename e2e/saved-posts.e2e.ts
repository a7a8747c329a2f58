import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { clickLogout } from './account-menu.ts'
import type { BrowserContext } from '@playwright/test'
import { postIdOf, publish, publishPicture, titled } from './club-posts.ts'
import { expect, type Page, rememberPassedGate, test } from './club.ts'
import { boxOf, post as postButton } from './comment-box.ts'
import { becomeMember, controlSandbox, signInOn } from './people.ts'
import { countSaved, nothingSaved, save, savedList } from './saved-copies.ts'
import { heading } from './screen.ts'
import { goOffline, memberWithWorker } from './worker.ts'

test.use({ serviceWorkers: 'allow' })

const dayMs = 24 * 60 * 60_000

const waits = (page: Page) => page.getByText('Heart waiting to be sent')

test('shows a saved post offline, encrypted at rest, and saves it again after an edit [EDIT-4, OFF-3] @everywhere', async ({
  signedInAs,
  unlocked: page,
}) => {
  const creator = await signedInAs('creator')
  const title = await publishPicture(creator, 'From the tunnel')
  await memberWithWorker(page)
  await save(page, title)
  expect(await countSaved(page)).toEqual({ house: 3, parts: 1, posts: 1 })
  const isReadable = await page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open('touchline-saved')
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('house').objectStore('house').get('owner')
          reading.addEventListener('success', () => {
            const { key }: { key: CryptoKey } = reading.result
            opening.result.close()
            resolve(
              crypto.subtle.exportKey('raw', key).then(
                () => true,
                () => key.extractable,
              ),
            )
          })
        })
      }),
  )
  expect(isReadable).toBe(false)

  const id = await postIdOf(creator, title)
  const data = { content: 'What was said there. And more.' }
  expect((await creator.request.patch(`/api/posts/${id}`, { data })).status()).toBe(200)
  await page.goto('/saved')
  await page.getByRole('button', { name: `Save again: ${title}` }).click()
  await expect(page.getByText('It has been edited since.')).toBeHidden()
  await expect(savedList(page)).toHaveCount(1)

  await goOffline(page)
  await page.goto('/saved')
  await expect(savedList(page)).toHaveCount(1)
  await page.getByRole('link', { name: title }).click()
  const article = page.getByRole('article')
  await expect(article).toContainText('And more.')
  const image = article.getByRole('img', { name: title })
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await page.reload()
  await expect(article).toContainText('What was said there.')
  await page.getByRole('link', { name: 'Saved Posts' }).click()
  await page.getByRole('button', { name: `Remove ${title}` }).click()
  await expect(heading(page, 'Play on: nothing saved yet')).toBeVisible()
  expect(await countSaved(page)).toMatchObject({ parts: 0, posts: 0 })
})

test('shows a whole gallery in the feed, and with its attachment from a saved copy [OFF-3, GAL-3, ATT-1]', async ({
  signedInAs,
  unlocked: page,
}) => {
  const creator = await signedInAs('creator')
  const title = `Five views ${randomUUID().slice(0, 8)}`
  await creator.goto('/drafts')
  await creator.getByRole('button', { name: 'New Post', exact: true }).click()
  await creator.getByLabel('Title (optional)').fill(title)
  const colors = ['red', 'green', 'blue', 'black', 'white']
  const files = []
  for (const name of colors) {
    await creator.evaluate((color) => (document.body.style.background = color), name)
    files.push({ name: `${name}.png`, mimeType: 'image/png', buffer: await creator.screenshot() })
  }
  await creator.getByLabel('Pictures, videos or recordings').setInputFiles(files)
  const parts = creator.getByRole('list', { name: 'Pictures and videos in order' }).getByRole('listitem')
  await expect(parts).toHaveCount(colors.length)
  await creator.getByLabel('Description of Picture 5 (alt text)').fill('The last one')
  const plan = Buffer.from('<gpx>The way to the ground</gpx>')
  const attached = { name: 'way.gpx', mimeType: 'application/gpx+xml', buffer: plan }
  await creator.getByLabel('Files to attach').setInputFiles(attached)
  await expect(creator.getByRole('list', { name: 'Attachments' })).toContainText('way.gpx')
  await creator.getByRole('button', { name: /^Publish to \d/ }).click()
  await expect(creator.getByRole('article', { name: title })).toBeVisible()

  await memberWithWorker(page)
  const openLast = async () => {
    await page
      .getByRole('article', { name: title })
      .getByRole('button', { name: /^Open picture 4 of 5/ })
      .click()
    const viewer = page.getByRole('dialog')
    await viewer.getByRole('button', { name: 'Next' }).click()
    const last = viewer.getByRole('img', { name: 'The last one' })
    await expect.poll(() => last.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
  }
  // A list has four of the pictures.
  await page.goto(titled(title))
  await openLast()
  await save(page, title)
  expect(await countSaved(page)).toMatchObject({ posts: 1, parts: colors.length + 1 })
  await goOffline(page)
  await page.goto('/saved')
  await page.getByRole('link', { name: title }).click()
  await openLast()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('article')
      .getByRole('link', { name: /^Download way\.gpx/ })
      .click(),
  ])
  expect(file.suggestedFilename()).toBe('way.gpx')
  expect(await readFile(await file.path())).toEqual(plan)
})

test('deletes an expired copy and ignores a clock set back [OFF-4]', async ({
  signedInAs,
  unlocked: page,
}) => {
  const title = await publish(await signedInAs('creator'), 'For a week')
  await memberWithWorker(page)
  await save(page, title)
  await goOffline(page)
  const now = Date.now()
  const openAt = async (time: number) => {
    await page.clock.setSystemTime(time)
    await page.goto('/saved')
  }
  await openAt(now + 6 * dayMs)
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await openAt(now + dayMs)
  await expect(page.getByRole('alert')).toContainText('The clock of this device was set back')
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  await openAt(now + 8 * dayMs)
  await expect(
    page.getByText('1 saved post was deleted, because this browser had not been online'),
  ).toBeVisible()
  expect(await countSaved(page)).toMatchObject({ parts: 0, posts: 0 })
})

test('deletes all copies on sign-out, block, lost membership and account switch [OFF-4]', async ({
  signedInAs,
  unlocked: page,
}) => {
  const creator = await signedInAs('creator')
  const title = await publish(creator, 'Mine for now')
  const member = await memberWithWorker(page)
  await save(page, title)
  await clickLogout(page)
  await expect(page.getByRole('heading', { name: /The match/ })).toBeVisible()
  expect(await countSaved(page)).toEqual(nothingSaved)

  await signInOn(page, member.email, member.password)
  await save(page, title)
  await page.request.post('/api/logout')
  const other = await becomeMember(page)
  await page.goto('/saved')
  await expect(heading(page, 'Play on: nothing saved yet')).toBeVisible()
  await expect.poll(() => countSaved(page)).toEqual(nothingSaved)

  await save(page, title)
  const { id } = await (await page.request.get('/api/auth/user')).json()
  const block = async (blocked: boolean) => {
    const data = { blocked, reason: 'Spam' }
    expect((await creator.request.post(`/api/admin/users/${id}/toggle-block`, { data })).status()).toBe(200)
  }
  await block(true)
  // The open page notices.
  await expect(heading(page, 'Account Suspended')).toBeVisible()
  await expect.poll(() => countSaved(page)).toEqual(nothingSaved)
  await block(false)
  await page.goto('/saved')
  await expect(page.getByText('1 saved post was deleted, because your access had ended.')).toBeVisible()

  await save(page, title)
  await controlSandbox('end-subscription', { subscriptionId: other.subscriptionId })
  await page.request.get('/api/subscription-status?refresh=1')
  await page.goto('/saved')
  await expect(page.getByText('1 saved post was deleted, because your access had ended.')).toBeVisible()
  await expect.poll(() => countSaved(page)).toEqual(nothingSaved)
})

const likesOf = async (page: Page, id: string) => {
  const { likesCount, isLiked, commentsCount } = await (await page.request.get(`/api/posts/${id}`)).json()
  return { likesCount, isLiked, commentsCount }
}

async function anotherTab(context: BrowserContext) {
  const page = await context.newPage()
  await page.addInitScript(rememberPassedGate)
  return page
}

test('sends an offline like and comment once, with several tabs open [OFF-5, CMT-2, LIKE-2]', async ({
  signedInAs,
  unlocked: page,
}) => {
  const title = await publish(await signedInAs('creator'), 'Liked in the tunnel')
  await memberWithWorker(page)
  const id = await save(page, title)
  const context = page.context()
  let hearts = 0
  context.on('request', (request) => (hearts += request.url().endsWith(`/api/posts/${id}/like`) ? 1 : 0))

  await goOffline(page)
  await page.goto(`/saved/${id}`)
  const heart = (count: number) => page.getByRole('button', { name: `Like (${count})`, exact: true })
  await heart(0).click()
  await expect(waits(page)).toBeVisible()
  // The last click counts; an unchanged like sends no request.
  await heart(1).click()
  await expect(waits(page)).toHaveCount(0)
  await heart(0).click()
  await boxOf(page).fill('No signal down here')
  await postButton(page).click()
  await expect(page.getByText('Will be sent when you are back online.')).toBeVisible()
  await page.close()

  const tabs = [await anotherTab(context), await anotherTab(context)]
  for (const tab of tabs) await tab.goto(`/saved/${id}`)
  await expect(waits(tabs[0]!)).toBeVisible()
  await context.setOffline(false)
  await expect.poll(() => likesOf(tabs[0]!, id)).toEqual({ likesCount: 1, isLiked: true, commentsCount: 1 })
  for (const tab of tabs) await expect(waits(tab)).toHaveCount(0)
  expect(hearts).toBe(1)
})
