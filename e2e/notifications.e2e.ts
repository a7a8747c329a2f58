import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unsubscribeUrl } from '../server/src/features/notifications/unsubscribe-link.ts'
import { clubUrl, expect, type Page, test, toastOn } from './club.ts'
import { becomeMember } from './people.ts'

test.use({ serviceWorkers: 'allow' })

const section = (page: Page) => page.getByRole('region', { name: 'Notification Settings' })
const toggle = (page: Page, name: RegExp) => section(page).getByRole('switch', { name })
const box = (page: Page, name: string) => section(page).getByRole('checkbox', { name })

test('saves which emails a person wants [SET-4]', async ({ unlocked: page }) => {
  await becomeMember(page)
  await page.goto('/settings')
  await expect(toggle(page, /^Email/)).toBeChecked()
  await expect(toggle(page, /^Push/)).not.toBeChecked()
  await expect(toggle(page, /^Marketing/)).not.toBeChecked()
  await expect(box(page, 'New posts by email')).toBeChecked()
  await expect(box(page, 'New posts by push')).toBeDisabled()

  await box(page, 'New posts by email').uncheck()
  await toggle(page, /^Marketing/).check()
  await expect(section(page)).toContainText('You agreed on')
  await expect
    .poll(async () => (await page.request.get('/api/notification-settings')).json())
    .toMatchObject({ email: true, marketing: true, declined: { email: ['new_post'], push: [] } })
  await page.reload()
  await expect(box(page, 'New posts by email')).not.toBeChecked()
  await expect(box(page, 'Replies to your comments by email')).toBeChecked()
  await toggle(page, /^Email/).uncheck()
  await expect(box(page, 'Replies to your comments by email')).toBeDisabled()
  await toggle(page, /^Marketing/).uncheck()
  await expect(section(page)).toContainText('You stopped them on')
})

test('reverts a preference that could not be saved, with a message [SET-4]', async ({ unlocked: page }) => {
  await becomeMember(page)
  await page.goto('/settings')
  await page.route('**/api/notification-settings', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await toggle(page, /^Email/).click()
  await expect(toastOn(page)).toContainText('That could not be saved. Please try again.')
  await expect(toggle(page, /^Email/)).toBeChecked()
})

test('explains when a browser refuses push messages [SET-4]', async ({ unlocked: page }) => {
  await becomeMember(page)
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await page.goto('/settings')
  await expect(section(page)).toContainText('This browser blocks push messages from this site.')
  await expect(toggle(page, /^Push/)).not.toBeChecked()
})

/** Registers the worker and returns a function that delivers a push message to it. */
async function pushTo(page: Page): Promise<(data: string) => Promise<unknown>> {
  await page.context().grantPermissions(['notifications'], { origin: clubUrl() })
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(clubUrl()))
      if (ours) resolve(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js')
    await navigator.serviceWorker.ready
  })
  const registrationId = await registered
  return (data) =>
    session.send('ServiceWorker.deliverPushMessage', { origin: clubUrl(), registrationId, data })
}

/** Records the notifications of the worker: a headless browser may show none. */
async function watchShown(page: Page) {
  const [worker = await page.context().waitForEvent('serviceworker')] = page.context().serviceWorkers()
  await worker.evaluate(`
    self.shown = []
    self.registration.showNotification = async (title, { body, tag, data }) => {
      self.shown.push({ title, body, tag, data })
    }
  `)
  return () => worker.evaluate<unknown[]>('self.shown')
}

test('shows push messages, replaces one of the same tag, and explains unreadable ones [SET-4]', async ({
  unlocked: page,
}) => {
  await page.goto('/')
  const push = await pushTo(page)
  const shown = await watchShown(page)
  const { path, ...rest } = {
    title: 'Touchline',
    body: 'New post: “Two watches”',
    path: '/post/1',
    tag: 'new_post:1',
  }
  await push(JSON.stringify({ ...rest, path }))
  await push(JSON.stringify({ ...rest, path }))
  const one = { ...rest, data: { path } }
  await expect.poll(shown).toEqual([one, one])
  await push('not json')
  await expect.poll(async () => (await shown()).length).toBe(3)
  expect((await shown())[2]).toMatchObject({ body: 'Something new happened.' })
})

/** Returns the unsubscribe link for emails about new posts. */
async function unsubscribeLink(personId: string): Promise<string> {
  const folder = process.env['TOUCHLINE_E2E_FOLDER'] ?? ''
  const secret = (await readFile(join(folder, 'data', 'session-secret'), 'utf8')).trim()
  return unsubscribeUrl({ secret, address: { url: clubUrl() } }, personId, 'new_post')
}

test('unsubscribes by the emailed link, before the gate and signed out, and undoes it [SET-4]', async ({
  browser,
  unlocked: member,
}) => {
  await becomeMember(member)
  const { id } = await (await member.request.get('/api/auth/user')).json()
  const context = await browser.newContext({ baseURL: clubUrl() })
  const page = await context.newPage()
  await page.goto(await unsubscribeLink(id))
  await expect(page.getByText('Stop emails about new posts?')).toBeVisible()
  await expect(page.getByText('Your membership and your payments are not affected')).toBeVisible()
  await page.getByRole('button', { name: 'Stop These Emails' }).click()
  await expect(page.getByText('You will get no more emails about new posts.')).toBeVisible()
  await member.goto('/settings')
  await expect(box(member, 'New posts by email')).not.toBeChecked()
  await page.getByRole('button', { name: 'Undo: Send Them Again' }).click()
  await expect(page.getByText('Stop emails about new posts?')).toBeVisible()
  await member.reload()
  await expect(box(member, 'New posts by email')).toBeChecked()

  await page.goto('/unsubscribe?letter=x')
  await expect(page.getByRole('alert')).toContainText('This link is not one of ours.')
  await context.close()
})
