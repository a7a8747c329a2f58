import { addBlockedCrowd } from '../server/src/testing/blocked-crowd.ts'
import { expect, type Page, runClockUntil, stopClock, test as base, toastOn } from './club.ts'
import { test } from './joining.ts'
import { loadAll } from './load-more.ts'
import { becomeMember, dataDir } from './people.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const lineOf = (page: Page, email: string) => page.getByRole('article').filter({ hasText: email })
/** The row of a person: in the table, or on a phone in the list. */
const rowOf = (page: Page, email: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: email })
/** Opens the menu of a row and presses one of its actions. */
async function press(page: Page, email: string, name: RegExp) {
  await rowOf(page, email)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('button', { name }).click()
}
const search = (page: Page) => page.getByLabel('Search users')

async function find(page: Page, email: string) {
  await search(page).fill(email)
  await expect(rowOf(page, email)).toHaveCount(1)
  return rowOf(page, email)
}

base('shows the figures of the club with their definitions [ADM-1, ADM-2]', async ({ signedInAs }) => {
  const page = await signedInAs('admin')
  // Compare with the response this page got: other tests pay at the same time.
  const read = page.waitForResponse('**/api/admin/analytics')
  await page.goto('/admin')
  const figures = await (await read).json()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  for (const label of [
    'Total Users',
    'Active Users',
    'Total Posts',
    'Video Posts',
    'Image Posts',
    'Text Posts',
    'Total Subscriptions',
    'Total Revenue',
  ])
    await expect(page.getByRole('term').filter({ hasText: label })).toBeVisible()
  await expect(
    page.getByText(`$${figures.totalRevenue.toLocaleString('en-US', { minimumFractionDigits: 2 })}`),
  ).toBeVisible()
  await expect(page.getByText('People who were signed in here within the last 30 days.')).toBeVisible()
})

base('switches tabs by keyboard and keeps the tab in the address [ADM-1]', async ({ signedInAs }) => {
  const page = await signedInAs('admin')
  await page.goto('/admin')
  await tab(page, 'Analytics').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'User Management')).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL('/admin?tab=users')
  await page.reload()
  await expect(tab(page, 'User Management')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'User Management').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/admin?tab=moderation')
})

/** A phone's window grows with its content, but its screen does not. */
async function fits(page: Page) {
  const drawn = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(drawn).toBeLessThanOrEqual(page.viewportSize()!.width)
}

base('has a select for the parts on a phone [ADM-1] @phone', async ({ signedInAs, isMobile }) => {
  base.skip(!isMobile, 'only a phone has it')
  const page = await signedInAs('admin')
  await page.goto('/admin')
  await page.getByLabel('Part of the dashboard').selectOption('User Management')
  await expect(search(page)).toBeVisible()
  await fits(page)
})

test('logs every step an admin takes on an account, visible to its owner [ADM-3, ADM-4]', async ({
  visit,
  freshlySignedInAs,
}) => {
  const fan = await visit()
  const { email } = await becomeMember(fan)
  const page = await freshlySignedInAs('admin')
  await page.goto('/admin?tab=users')
  const line = await find(page, email)
  await expect(line).toContainText('Active')

  await expect(line).toContainText('$12.99')
  await page.getByLabel('State').selectOption('Ended')
  await expect(page.getByText('No name or email address contains')).toBeVisible()
  await page.getByLabel('State').selectOption('Active')
  await expect(page).toHaveURL(/state=active/)
  await expect(line).toHaveCount(1)
  await page.getByLabel('State').selectOption('All states')
  await press(page, email, /^Reset Password of/)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(toastOn(page)).toContainText(`on its way to ${email}`)
  await press(page, email, /^Cancel Subscription of/)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(toastOn(page)).toContainText('The subscription ends with the month that is already paid for.')
  await expect(line).toContainText('Canceled, still running')

  await line.getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Subscription' })).toContainText('$12.99 a month')
  await expect(page.getByRole('region', { name: 'Payments and refunds' })).toContainText('Membership, $12.99')
  await expect(page.getByRole('region', { name: 'Sessions' })).toBeVisible()
  const acts = page.getByRole('region', { name: 'What staff did' })
  for (const act of ['Looked at the account', 'Sent a link for a new password', 'Canceled the subscription'])
    await expect(acts).toContainText(act)
  await acts.getByRole('link', { name: 'All of it in the audit log' }).click()
  await expect(page.getByRole('heading', { name: 'Audit Log' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Canceled the subscription' })).toHaveCount(1)
  await page.getByLabel('What').selectOption({ label: 'Looked at the account' })
  await expect(page.getByRole('listitem').filter({ hasText: 'Canceled the subscription' })).toHaveCount(0)

  await fan.goto('/settings')
  const looks = fan.getByRole('region', { name: 'Who Looked at Your Account' })
  await expect(looks).toContainText('Canceled the subscription')
  await expect(looks).toContainText('by Ada, an admin')
})

test('shows a message when an admin action fails [ADM-3, BLK-1]', async ({ visit, freshlySignedInAs }) => {
  const { email } = await becomeMember(await visit())
  const page = await freshlySignedInAs('admin')
  await page.goto('/admin?tab=users')
  await find(page, email)
  await page.route('**/api/admin/users/*/*', (route) =>
    route.fulfill({
      status: 503,
      json: { message: 'The payment service does not answer.', code: 'unavailable' },
    }),
  )
  await press(page, email, /^Reset Password of/)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(toastOn(page)).toContainText('Failed to send password reset.')
  await press(page, email, /^Cancel Subscription of/)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(toastOn(page)).toContainText('Failed to cancel subscription.')
  await press(page, email, /^Block /)
  await page.getByLabel('Reason').selectOption('Spam or advertising')
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(toastOn(page)).toContainText('Failed to update user block status.')

  await page.route('**/api/search-users', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/block-users')
  await search(page).fill('an')
  await expect(page.getByText('Failed to search users.')).toBeVisible()
})

test('blocks a member with a reason and an end, and unblocks them [BLK-1, BLK-2]', async ({
  visit,
  freshlySignedInAs,
}) => {
  const fan = await visit()
  const { email } = await becomeMember(fan)
  await fan.goto('/content')
  await expect(fan.getByRole('heading', { name: 'Premium Content' })).toBeVisible()

  const page = await freshlySignedInAs('creator')
  await page.goto('/block-users')
  const searches: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/search-users')) searches.push(request.postData() ?? '')
  })
  await search(page).fill(email.slice(0, 1))
  await expect(page.getByText('Enter at least 2 characters.')).toBeVisible()
  // However slowly the keys come, they are one search.
  await stopClock(page)
  await search(page).pressSequentially(email.slice(1))
  const found = page.getByRole('region', { name: 'Find people' })
  await runClockUntil(page, () => expect(lineOf(page, email)).toHaveCount(1, { timeout: 100 }))
  await page.clock.resume()
  expect(searches).toEqual([JSON.stringify({ query: email })])

  await found.getByRole('button', { name: /^Block/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Block' }).click()
  await expect(dialog.getByText('Choose a reason.', { exact: true })).toBeVisible()
  await dialog.getByLabel('Reason').selectOption('Spam or advertising')
  await dialog.getByLabel('What happened').fill('A shop in every comment.')
  await dialog.getByLabel('Ends', { exact: true }).selectOption('One week')
  await dialog.getByRole('button', { name: 'Block' }).click()
  await expect(page.getByRole('region', { name: 'Blocked now' })).toContainText('A shop in every comment.')

  await expect(fan.getByRole('heading', { name: 'Account Suspended' })).toBeVisible()
  await expect(fan.getByText('Spam or advertising: A shop in every comment.')).toBeVisible()
  await expect(fan.getByText(/, by itself$/)).toBeVisible()

  await found.getByRole('button', { name: /^Unblock/ }).click()
  await expect(found.getByRole('button', { name: /^Block/ })).toBeVisible()
  await fan.goto('/content')
  await expect(fan.getByRole('heading', { name: 'Premium Content' })).toBeVisible()
})

test('loads more people and blocked people, each of them once [ADM-3, BLK-1]', async ({
  freshlySignedInAs,
}) => {
  const size = 51
  const lastName = await addBlockedCrowd(dataDir(), size)
  const everyone = Array.from({ length: size }, (_, index) => `Number${size - index} ${lastName}`)
  const page = await freshlySignedInAs('admin')
  const names = (rows = page.getByRole('article')) => rows.filter({ hasText: lastName }).getByText(/^Number/)

  await page.goto('/admin?tab=users')
  await search(page).fill(lastName)
  await expect(page.getByText(`${size} people found`)).toBeVisible()
  await expect(names(page.getByRole('row'))).toHaveText(everyone.slice(0, 20))
  expect(await loadAll(page, 'Load More')).toBe(2)
  await expect(names(page.getByRole('row'))).toHaveText(everyone)

  await page.goto('/block-users')
  const blocked = page.getByRole('region', { name: 'Blocked now' })
  await expect(blocked.getByText(everyone[0]!)).toBeVisible()
  // A page has fifty.
  await expect(blocked.getByText(everyone.at(-1)!)).toHaveCount(0)
  expect(await loadAll(page, 'Load More')).toBeGreaterThan(0)
  await expect(names()).toHaveText(everyone)
})

test('shows a permanently blocked person the reason and no end [SYS-2, BLK-1]', async ({
  visit,
  freshlySignedInAs,
}) => {
  const fan = await visit()
  const { email } = await becomeMember(fan)
  const page = await freshlySignedInAs('admin')
  await page.goto('/block-users')
  await search(page).fill(email)
  const found = page.getByRole('region', { name: 'Find people' })
  await found.getByRole('button', { name: /^Block/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').selectOption('Spam or advertising')
  await dialog.getByLabel('What happened').fill(`https://shop.example/${'boots'.repeat(20)}`)
  await dialog.getByRole('button', { name: 'Block' }).click()
  await expect(lineOf(page, email).first()).toContainText('with no end date')

  await fan.goto('/content')
  await expect(fan.getByRole('heading', { name: 'Account Suspended' })).toBeVisible()
  // A long word stays on the screen.
  const reason = await fan.getByText(/^Spam or advertising: https/).boundingBox()
  const wide = await fan.evaluate(() => innerWidth)
  expect(reason!.x).toBeGreaterThanOrEqual(0)
  expect(reason!.x + reason!.width).toBeLessThanOrEqual(wide)
  await expect(fan.getByText('Ends', { exact: true })).toHaveCount(0)
  await expect(fan.getByText(/by itself/)).toHaveCount(0)
  await fits(fan)
  for (const address of ['/block-users', '/admin/audit']) {
    await page.goto(address)
    await expect(page.getByText(/bootsboots/).first()).toBeVisible()
    await fits(page)
  }
})

base(
  'publishes a text of the front page and undoes it [SITE-1, SITE-3]',
  async ({ signedInAs, unlocked }) => {
    const page = await signedInAs('admin')
    await page.goto('/admin/site')
    await page.getByRole('heading', { name: 'Front Page' }).click()
    const form = page.getByRole('form', { name: 'Front Page' })
    await form.getByLabel('Title of the questions', { exact: true }).fill('What people ask first')
    await form.getByRole('button', { name: 'Save in the Draft' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(toastOn(page).filter({ hasText: 'Published' })).toBeVisible()
    const title = unlocked.getByRole('heading', { name: 'What people ask first' })
    await unlocked.goto('/')
    await expect(title).toBeVisible()
    await page.getByRole('button', { name: 'Publish the Defaults Again' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('The defaults again: Front page')).toBeVisible()
    await unlocked.reload()
    await expect(unlocked.getByRole('heading', { name: 'Questions before you join' })).toBeVisible()
  },
)
