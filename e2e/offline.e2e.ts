import type { CDPSession } from '@playwright/test'
import { clubUrl, expect, test } from './club.ts'
import { openClubProxy } from './deployed.ts'
import { becomeMember } from './people.ts'
import { countSaved, nothingSaved, saveButton, saveHere } from './saved-copies.ts'
import { heading } from './screen.ts'
import { waitForWorker, memberWithWorker } from './worker.ts'

test.use({ serviceWorkers: 'allow' })

test('is an installable app whose manifest reveals nothing about the club [OFF-1]', async ({
  unlocked: page,
}) => {
  const manifest = await page.request.get('/site.webmanifest')
  expect(manifest.headers()['content-type']).toContain('application/manifest+json')
  await memberWithWorker(page)
  const session: CDPSession = await page.context().newCDPSession(page)
  const { errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '{}')).toMatchObject({ name: 'Touchline', display: 'standalone', start_url: '/' })
  for (const { src, sizes } of JSON.parse(data ?? '{}').icons) {
    const icon = await page.request.get(src)
    expect([src, sizes, icon.status()]).toEqual([src, sizes, 200])
  }
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // Tests run in private windows, which offer no installation.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt')
    Object.assign(offer, { prompt: async () => void (document.title = 'asked') })
    window.dispatchEvent(offer)
  })
  await page.getByRole('button', { name: 'Install the app' }).click()
  await expect(page).toHaveTitle('asked')
  await expect(page.getByRole('button', { name: 'Install the app' })).toHaveCount(0)
})

test('opens offline with a notice and caches no responses or media [OFF-2] @everywhere', async ({
  unlocked: page,
}) => {
  await memberWithWorker(page)
  await page.goto('/content')
  await expect(page.getByRole('article').first()).toBeVisible()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return { names, paths: all.flat().map(({ url }) => new URL(url).pathname) }
  })
  expect(kept.names).toHaveLength(1)
  expect(
    kept.paths.filter((path) => !/^\/($|assets\/|theme\.js|favicon|icon-|site\.webmanifest)/.test(path)),
  ).toEqual([])

  await page.context().setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.goto('/content')
  await expect(heading(page, 'You are offline')).toBeVisible()
  await page.context().setOffline(false)
  await expect(heading(page, 'Premium Content')).toBeVisible()
})

test('delivers what a page reports on leaving through the service worker [OFF-2, FEED-1]', async ({
  unlocked: page,
}) => {
  await memberWithWorker(page)
  const { posts } = await (await page.request.get('/api/posts?limit=5')).json()
  const stopped = async () => (await (await page.request.get('/api/feed-mark')).json()).stopped?.postId
  // Chance would lose every second one; none may be missing.
  await page.goto('/terms')
  for (const [index, { id }] of [...posts, ...posts].entries()) {
    await page.evaluate((stoppedId) => {
      const place = JSON.stringify({ newestId: stoppedId, stoppedId })
      const body = new Blob([place], { type: 'application/json' })
      window.addEventListener('pagehide', () => navigator.sendBeacon('/api/feed-mark', body))
    }, id)
    await page.goto(index % 2 === 0 ? '/privacy' : '/terms')
    await expect.poll(stopped).toBe(id)
  }
})

test('opens while a proxy reports the server as down, and recovers automatically [OFF-2]', async ({
  unlocked: page,
}) => {
  const { worker, url, close } = await openClubProxy()
  await becomeMember(page)
  await page.goto(`${url}/saved`)
  await waitForWorker(page)
  worker.isAway = true
  await page.goto(`${url}/content`)
  await expect(heading(page, 'You are offline')).toBeVisible()
  worker.isAway = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(heading(page, 'Premium Content')).toBeVisible()
  await close()
})

test('switches completely to a new version, and clears its cache when disabled [OFF-2]', async ({
  unlocked: page,
}) => {
  const { worker, url, close } = await openClubProxy()
  await becomeMember(page)
  await page.goto(`${url}/saved`)
  await waitForWorker(page)
  const built = await (await page.request.get('/worker.js')).text()
  const newer = (version: string, file: string) =>
    built
      .replace(/const VERSION = '\w+'/, `const VERSION = '${version}'`)
      .replace(/const FILES = \[.*\]/, `const FILES = ["${file}"]`)
  expect(newer('the-next', '/theme.js')).not.toBe(built)
  const lookAgain = () =>
    page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  const versions = () => page.evaluate(() => caches.keys())
  const [before] = await versions()
  const filesOf = (name: string) =>
    page.evaluate(async (cache) => (await (await caches.open(cache)).keys()).length, name)
  const isInstalling = () =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).installing !== null)
  const files = await filesOf(before ?? '')
  // An incomplete update leaves nothing behind and deletes nothing, even of the same files.
  for (const version of ['broken', before?.replace('shell-', '') ?? '']) {
    worker.text = newer(version, '/assets/nowhere.js')
    await lookAgain()
    await expect.poll(isInstalling).toBe(false)
    expect([await versions(), await filesOf(before ?? '')]).toEqual([[before], files])
  }

  worker.text = newer('the-next', '/theme.js')
  await lookAgain()
  await expect(page.getByText('There is a new version of this site.')).toBeVisible()
  expect(await versions()).toContain('shell-the-next')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Update now' }).click()
  await reloaded
  // Pages of the previous version may still request its files.
  expect(await versions()).toEqual([before, 'shell-the-next'])

  const reply = await page.request.get('/api/posts?page=1&limit=1')
  const { posts }: { posts: { id: string }[] } = await reply.json()
  await page.goto(`${url}/post/${posts[0]?.id}`)
  await saveHere(page)
  worker.isOff = true
  await page.reload()
  await expect(page.getByRole('article')).toBeVisible()
  await expect(saveButton(page)).toHaveCount(0)
  await expect.poll(() => countSaved(page)).toEqual(nothingSaved)
  worker.text = await (await page.request.get('/worker-off.js')).text()
  await lookAgain()
  await expect.poll(versions).toEqual([])
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  await expect.poll(workers).toBe(0)
  await page.goto(`${url}/saved`)
  await expect(heading(page, 'Page Not Found')).toBeVisible()
  await close()
})

test('installs no service worker before the gate [OFF-1, OFF-2]', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: clubUrl() })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByText('COMING SOON')).toBeVisible()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await context.close()
})
