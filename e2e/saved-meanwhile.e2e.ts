import { publish, publishPicture } from './club-posts.ts'
import { expect, type Page, rememberPassedGate, test } from './club.ts'
import { openPost, save, saveButton, savedList, saveSlowly } from './saved-copies.ts'
import { memberWithWorker } from './worker.ts'

test.use({ serviceWorkers: 'allow' })

/** Marks its page once it looks after what is saved: whatever it does then, it asks whether a window is saving. */
const markLookingAfter = () => {
  const request = navigator.locks.request.bind(navigator.locks)
  const marked = (...given: Parameters<typeof request>) => {
    if (given[0] === 'saving-post') document.documentElement.dataset['looks'] = 'after'
    return request(...given)
  }
  Object.assign(navigator.locks, { request: marked })
}

test('keeps a copy another window asked for longer leases in the middle of [OFF-3, OFF-4]', async ({
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
  await other.addInitScript(markLookingAfter)
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
