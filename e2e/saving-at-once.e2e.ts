import { publish } from './club-posts.ts'
import { expect, type Page, rememberPassedGate, test } from './club.ts'
import { countSaved, nothingSaved, openPost, save, saveButton, savedList } from './saved-copies.ts'
import { memberWithWorker } from './worker.ts'

test.use({ serviceWorkers: 'allow' })

/** Holds the lock that windows need to record leases until a `release` event. */
const holdLeases = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((hasIt) => {
        void navigator.locks.request('saved-leases', async () => {
          hasIt()
          await new Promise((release) => addEventListener('release', release))
        })
      }),
  )

/** Counts the holders of that lock and the windows that wait for it. */
const writers = (page: Page) =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query()
    return [...held, ...pending].filter(({ name }) => name === 'saved-leases').length
  })

test('leaves nothing behind when copies are deleted during a save [OFF-4]', async ({
  signedInAs,
  unlocked: page,
}) => {
  const creator = await signedInAs('creator')
  const title = await publish(creator, 'Gone meanwhile')
  await memberWithWorker(page)
  await save(page, title)
  const { id } = await (await page.request.get('/api/auth/user')).json()
  await page.goto('/saved')
  await expect(savedList(page)).toHaveCount(1)
  const other = await page.context().newPage()
  await other.goto('/robots.txt')
  await holdLeases(other)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this site alone
  await other.evaluate(() => new BroadcastChannel('saved-posts').postMessage('changed'))
  await expect.poll(() => writers(other)).toBeGreaterThan(1)
  const data = { blocked: true, reason: 'Spam' }
  expect((await creator.request.post(`/api/admin/users/${id}/toggle-block`, { data })).status()).toBe(200)
  await expect.poll(() => countSaved(page)).toEqual(nothingSaved)
  await other.evaluate(() => dispatchEvent(new Event('release')))
  await expect.poll(() => writers(other)).toBe(0)
  expect(await countSaved(page)).toEqual(nothingSaved)
})

/** Delays key generation in new pages until a `release` event. */
const holdNewKeys = () => {
  const generateKey = crypto.subtle.generateKey.bind(crypto.subtle)
  const released = new Promise((release) => addEventListener('release', release))
  const generateLater = async (algorithm: AesKeyGenParams, isReadable: boolean, uses: KeyUsage[]) => {
    document.documentElement.dataset['keys'] = 'held'
    await released
    return generateKey(algorithm, isReadable, uses)
  }
  Object.assign(crypto.subtle, { generateKey: generateLater })
}

test('opens both copies that two windows saved at the same time [OFF-3]', async ({
  signedInAs,
  unlocked: page,
}) => {
  const creator = await signedInAs('creator')
  const titles = [await publish(creator, 'In this window'), await publish(creator, 'In that window')]
  await memberWithWorker(page)
  const windows = [page, await page.context().newPage()]
  for (const [index, window] of windows.entries()) {
    await window.addInitScript(rememberPassedGate)
    await window.addInitScript(holdNewKeys)
    await openPost(window, titles[index] ?? '')
    await saveButton(window).click()
    await expect(window.locator('html[data-keys=held]')).toHaveCount(1)
  }
  for (const window of windows) await window.evaluate(() => dispatchEvent(new Event('release')))
  for (const window of windows) await expect(saveButton(window)).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/saved')
  await expect(savedList(page)).toHaveCount(2)
  for (const title of titles) await expect(savedList(page).filter({ hasText: title })).toHaveCount(1)
})
