import { addAdmin } from '../server/src/testing/add-person.ts'
import { demoPassword, expect, type Page, test } from './club.ts'
import { openOwnClub } from './own-club.ts'
import { becomeMember, signInOn } from './people.ts'

/* Its own club, because it moves the clock. */

const { folder, openAt } = openOwnClub()

const clock = (page: Page) => page.getByRole('region', { name: 'The clock' })
const counted = (page: Page, kind: string) =>
  clock(page).locator('dl > div').filter({ hasText: kind }).getByRole('definition')
const membersWho = (page: Page, state: string) =>
  page.getByRole('region', { name: 'Members' }).locator('dl > div').filter({ hasText: state })
const trouble = (page: Page) => page.getByRole('region', { name: 'Trouble' })

const arrival = { timeout: 300_000 }

/** Moves the clock and waits until the run is done. */
async function advance(page: Page, leap: 'A day' | 'A month') {
  const button = clock(page).getByRole('button', { name: leap })
  const answer = page.waitForResponse('**/api/admin/rehearsal/advance')
  await button.click()
  const { run } = await (await answer).json()
  const isDone = async () => {
    const { run: now } = await (await page.request.get('/api/admin/rehearsal')).json()
    return now.id === run.id && now.state
  }
  await expect.poll(isDone, arrival).toBe('done')
  await expect(button).toBeEnabled()
}

/** A month, and the hour until renewals are charged. */
async function advanceOverRenewal(page: Page) {
  await advance(page, 'A month')
  await advance(page, 'A day')
}

test('simulates a renewal, a failed charge and missing webhooks', async ({ browser }) => {
  test.setTimeout(900_000)
  const member = await openAt(browser)
  const { email, firstName } = await becomeMember(member)
  const page = await openAt(browser)
  await signInOn(page, await addAdmin(folder(), demoPassword), demoPassword)
  await page.goto('/admin')
  await page.getByRole('link', { name: /^Rehearsal/ }).click()
  await expect(page.getByRole('heading', { name: 'Rehearsal', level: 1 })).toBeVisible()
  await expect(clock(page)).toContainText('as in the real world')
  await expect(page.getByRole('region', { name: 'Latest emails' })).toContainText(email)
  await expect(membersWho(page, 'Active')).toContainText('1')
  const notice = page.getByRole('complementary', { name: 'Rehearsal' })
  await expect(notice).toHaveText('Payments are a rehearsal: no real money moves.')

  await advanceOverRenewal(page)
  await expect(counted(page, 'Renewals')).toHaveText('1')
  await expect(counted(page, 'Journals')).toHaveText('1')
  await expect(page.getByRole('region', { name: 'Books' })).toContainText('Balanced')
  await expect(notice).toContainText(/It is \w+ \d+, \d{4} here\./)

  await trouble(page)
    .getByLabel('From now on every charge of')
    .selectOption({ label: await optionOf(page, firstName) })
  await trouble(page).getByLabel('Outcome').selectOption('no_funds')
  await trouble(page).getByRole('button', { name: 'Set Card' }).click()
  await expect(trouble(page).getByRole('status')).toContainText('will fail: insufficient funds')
  await advanceOverRenewal(page)
  await expect(membersWho(page, 'Past due, with access')).toContainText('1')
  await member.goto('/settings')
  await expect(member.getByRole('region', { name: 'Subscription Management' })).toContainText(/past due/i)

  await trouble(page).getByLabel('Outcome').selectOption('pays')
  await trouble(page).getByRole('button', { name: 'Set Card' }).click()
  await expect(trouble(page).getByRole('status')).toContainText('will succeed')
  for (const _ of [1, 2]) await advance(page, 'A day')
  await expect(membersWho(page, 'Active')).toContainText('1')

  await trouble(page).getByRole('button', { name: 'Stop Webhooks' }).click()
  await expect(trouble(page)).toContainText('Webhooks have stopped')
  await advanceOverRenewal(page)
  await advance(page, 'A day')
  await page.reload()
  await expect(clock(page)).toContainText('The club has lived from')
  await expect(trouble(page).getByRole('button', { name: 'Let Webhooks Arrive' })).toBeVisible()
  await expect(membersWho(page, 'Active')).toContainText('1')
  await expect(page.getByRole('region', { name: 'Books' })).toContainText('Balanced')
  const { books } = await (await page.request.get('/api/admin/rehearsal')).json()
  const paid = books.accounts.find(({ account }: { account: string }) => account === 'creator_payable')
  // Four months at 9.74 each.
  expect(paid.sumCents).toBe(-4 * 974)
  await member.context().close()
  await page.context().close()
})

const optionOf = async (page: Page, firstName: string) =>
  (await trouble(page).getByRole('option').filter({ hasText: firstName }).first().textContent()) ?? ''

test('is for admins only', async ({ browser }) => {
  const member = await openAt(browser)
  await becomeMember(member)
  await member.goto('/admin/rehearsal')
  await expect(member).toHaveURL('/')
  await member.context().close()
})
