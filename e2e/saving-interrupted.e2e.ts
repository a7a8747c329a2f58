import { openAccountMenu } from './account-menu.ts'
import { publish, publishPicture } from './club-posts.ts'
import { expect, type Page, rememberPassedGate, test, toastOn } from './club.ts'
import { countSaved, openPost, save, saveButton, savedList, saveSlowly } from './saved-copies.ts'
import { heading } from './screen.ts'
import { goOffline, memberWithWorker } from './worker.ts'

test.use({ serviceWorkers: 'allow' })

const dayMs = 24 * 60 * 60_000

/** Marks the page once its maintenance has run, which always checks whether a window is saving. */
const markMaintenance = () => {
  const request = navigator.locks.request.bind(navigator.locks)
  const marked = (...given: Parameters<typeof request>) => {
    if (given[0] === 'saving-post') document.documentElement.dataset['looks'] = 'after'
    return request(...given)
  }
  Object.assign(navigator.locks, { request: marked })
}

test('keeps a copy that another window renews during the save [OFF-3, OFF-4]', async ({
  signedInAs,
  unlocked: page,
}) => {
  const creator = await signedInAs('creator')
  const titles = [await publish(creator, 'Here before'), await publishPicture(creator, 'On its way')]
  await memberWithWorker(page)
  await save(page, titles[0] ?? '')
  await openPost(page, titles[1] ?? '')
  const release = await saveSlowly(page)
  const other = await page.context().newPage()
  await other.addInitScript(rememberPassedGate)
  await other.addInitScript(markMaintenance)
  await other.goto('/content')
  await expect(other.locator('html[data-looks]')).toHaveCount(1)
  await other.close()
  release()
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')
  const renewed = page.waitForResponse('**/api/saved-posts')
  await page.goto('/saved')
  const { postIds }: { postIds: string[] } = await (await renewed).json()
  expect(postIds).toHaveLength(2)
  await expect(savedList(page)).toHaveCount(2)
  for (const title of titles) await expect(savedList(page).filter({ hasText: title })).toHaveCount(1)
})

test('counts a lease from its issue, not from the end of the download [OFF-4]', async ({
  signedInAs,
  unlocked: page,
}) => {
  const title = await publishPicture(await signedInAs('creator'), 'From far away')
  await memberWithWorker(page)
  await openPost(page, title)
  const release = await saveSlowly(page)
  const now = Date.now()
  await page.clock.setSystemTime(now + 6 * dayMs)
  release()
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')
  await goOffline(page)
  await page.clock.setSystemTime(now + 8 * dayMs)
  await page.goto('/saved')
  await expect(page.getByText('1 saved post was deleted, because this browser had not been')).toBeVisible()
  expect(await countSaved(page)).toMatchObject({ parts: 0, posts: 0 })
})

/** Whether this browser still has a lease of a post. */
async function hasLease(page: Page, id: string) {
  const reply = await page.request.post('/api/saved-posts', { data: { postIds: [id] } })
  const { postIds }: { postIds: string[] } = await reply.json()
  return postIds.includes(id)
}

test('returns the leases of copies removed offline, even all of them [OFF-4]', async ({
  signedInAs,
  unlocked: page,
}) => {
  const title = await publish(await signedInAs('creator'), 'Not any more')
  await memberWithWorker(page)
  const id = await save(page, title)
  expect(await hasLease(page, id)).toBe(true)
  await goOffline(page)
  await page.goto('/saved')
  await page.getByRole('button', { name: `Remove ${title}` }).click()
  await expect(heading(page, 'Play on: nothing saved yet')).toBeVisible()
  await page.context().setOffline(false)
  await expect.poll(() => hasLease(page, id)).toBe(false)
})

test('continues saving on other pages [OFF-3]', async ({ signedInAs, unlocked: page }) => {
  const title = await publishPicture(await signedInAs('creator'), 'Seen later')
  await memberWithWorker(page)
  const id = await openPost(page, title)
  const release = await saveSlowly(page)
  await openAccountMenu(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(heading(page, 'Settings')).toBeVisible()
  await expect(saveButton(page)).toHaveCount(0)
  release()
  await expect(toastOn(page)).toContainText('Saved for offline')
  expect(await countSaved(page)).toMatchObject({ parts: 1, posts: 1 })
  await page.goto(`/saved/${id}`)
  await expect(page.getByRole('article')).toContainText('What was said there.')
})

test('does not save what another window is saving [OFF-3]', async ({ signedInAs, unlocked: page }) => {
  const title = await publishPicture(await signedInAs('creator'), 'Once is enough')
  await memberWithWorker(page)
  await openPost(page, title)
  const release = await saveSlowly(page)
  const other = await page.context().newPage()
  await other.addInitScript(rememberPassedGate)
  await openPost(other, title)
  await saveButton(other).click()
  await expect(toastOn(other)).toContainText('It is being saved in another window already.')
  release()
  for (const window of [page, other]) await expect(saveButton(window)).toHaveAttribute('aria-pressed', 'true')
  expect(await countSaved(page)).toMatchObject({ parts: 1, posts: 1 })
})
