import { addAdmin, addCreator } from '../server/src/testing/add-person.ts'
import { demoPassword, expect, type Page, test } from './club.ts'
import { columnOf, figure, sumOf, tableOn, toCents } from './half-year.ts'
import { openOwnClub } from './own-club.ts'
import { becomeMember, sendTip, signInOn } from './people.ts'

const { folder, openAt } = openOwnClub()

// The test may take a quarter of an hour, one click may not.
test.use({ actionTimeout: 60_000 })

const arrival = { timeout: 300_000 }

const clock = (page: Page) => page.getByRole('region', { name: 'The clock' })
const counted = (page: Page, kind: string) =>
  clock(page).locator('dl > div').filter({ hasText: kind }).getByRole('definition')
const membersWho = (page: Page, state: string) =>
  page.getByRole('region', { name: 'Members' }).locator('dl > div').filter({ hasText: state })
const trouble = (page: Page) => page.getByRole('region', { name: 'Trouble' })

/** Calls the API as an admin; a refusal fails the test. */
async function callApi<Answer>({ request }: Page, address: string, data?: object): Promise<Answer> {
  const reply = await (data ? request.post(address, { data }) : request.get(address))
  if (!reply.ok()) throw new Error(`${address} was answered with ${reply.status()}: ${await reply.text()}`)
  return reply.json()
}

/** Waits until the last move of the clock is done. */
async function clockArrives(admin: Page, id: string) {
  const isDone = async () => {
    const { run } = await callApi<{ run: { id: string; state: string } }>(admin, '/api/admin/rehearsal')
    return run.id === id && run.state
  }
  await expect.poll(isDone, arrival).toBe('done')
}

/** Moves the club's clock with a button of the simulator. */
async function pressAdvance(admin: Page, name: 'A day' | 'A month') {
  const button = clock(admin).getByRole('button', { name })
  const answer = admin.waitForResponse('**/api/admin/rehearsal/advance')
  await button.click()
  await clockArrives(admin, (await (await answer).json()).run.id)
  await expect(button).toBeEnabled()
}

/** Moves the club's clock over the API, away from the simulator: following every step doubles the work. */
async function advance(admin: Page, ...steps: ('day' | 'month')[]) {
  await admin.goto('about:blank')
  for (const by of steps) {
    const { run } = await callApi<{ run: { id: string } }>(admin, '/api/admin/rehearsal/advance', { by })
    await clockArrives(admin, run.id)
  }
  await admin.goto('/admin/rehearsal')
}

/** Sets what happens to every later charge of a member. */
async function setCard(admin: Page, firstName: string, outcome: 'no_funds' | 'pays', result: string) {
  const option = trouble(admin).getByRole('option').filter({ hasText: firstName }).first()
  const label = (await option.textContent()) ?? ''
  await trouble(admin).getByLabel('From now on every charge of').selectOption({ label })
  await trouble(admin).getByLabel('Outcome').selectOption(outcome)
  await trouble(admin).getByRole('button', { name: 'Set Card' }).click()
  await expect(trouble(admin).getByRole('status')).toContainText(result)
}

type Simulation = {
  books: { accounts: { account: string; sumCents: number }[]; balanceCents: number }
  members: { state: string; count: number }[]
}

async function creatorPayable(admin: Page): Promise<number> {
  const { books } = await callApi<Simulation>(admin, '/api/admin/rehearsal')
  return books.accounts.find(({ account }) => account === 'creator_payable')!.sumCents
}

type Payment = {
  id: string
  kind: 'subscription' | 'tip'
  paidAt: string
  grossCents: number
  refundedCents: number
  payer: { email: string } | null
}

const paymentsOf = async (admin: Page, search = '') =>
  (await callApi<{ payments: Payment[] }>(admin, `/api/admin/payments?search=${encodeURIComponent(search)}`))
    .payments

const monthOf = (at: string) =>
  new Date(at).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

test('simulates half a year of failures that matches the ledger to the cent [ANA-1, ANA-2, REV-1, PAYOUT-1]', async ({
  browser,
}) => {
  test.setTimeout(900_000)
  const creatorEmail = await addCreator(folder(), demoPassword)
  const adminEmail = await addAdmin(folder(), demoPassword)
  const admin = await openAt(browser)
  await signInOn(admin, adminEmail, demoPassword)

  const joins = async (firstName: string) => {
    const page = await openAt(browser)
    return { page, ...(await becomeMember(page, undefined, { firstName })) }
  }
  const ana = await joins('Ana')
  await admin.goto('/admin')
  await admin.getByRole('link', { name: /^Rehearsal/ }).click()
  await expect(admin.getByRole('heading', { name: 'Rehearsal', level: 1 })).toBeVisible()
  await expect(clock(admin)).toContainText('as in the real world')
  await expect(admin.getByRole('region', { name: 'Latest emails' })).toContainText(ana.email)
  await expect(membersWho(admin, 'Active')).toContainText('1')
  const notice = admin.getByRole('complementary', { name: 'Rehearsal' })
  await expect(notice).toHaveText('Payments are a rehearsal: no real money moves.')

  // From the 28th on, a month is shorter in February, and renewals are not charged yet.
  const dayOf = async () =>
    new Date((await callApi<{ now: string }>(admin, '/api/admin/rehearsal')).now).getUTCDate()
  while ((await dayOf()) > 27) await advance(admin, 'day')

  // Three join, one of them tips. One cancels, one more joins.
  const bea = await joins('Bea')
  const cid = await joins('Cid')
  await sendTip(ana.page, 'For the winter')
  // From here on, each month ends a day after renewals are due: they are charged an hour later.
  await advance(admin, 'day')
  await pressAdvance(admin, 'A month')
  await expect(counted(admin, 'Renewals')).toHaveText('3')
  await expect(counted(admin, 'Journals')).toHaveText('3')
  await expect(admin.getByRole('region', { name: 'Books' })).toContainText('Balanced')
  // Six payments at 9.74 each, and 3.75 of the tip.
  expect(await creatorPayable(admin)).toBe(-(6 * 974 + 375))
  await expect(notice).toContainText(/It is \w+ \d+, \d{4} here\./)
  await callApi(bea.page, '/api/cancel-subscription', {})
  const dee = await joins('Dee')
  await advance(admin, 'month')
  // One renewal fails and is paid later; another is refunded.
  await setCard(admin, 'Cid', 'no_funds', 'will fail: insufficient funds')
  await advance(admin, 'month')
  await expect(membersWho(admin, 'Past due, with access')).toContainText('1')
  await cid.page.goto('/settings')
  await expect(cid.page.getByRole('region', { name: 'Subscription Management' })).toContainText(/past due/i)
  await setCard(admin, 'Cid', 'pays', 'will succeed')
  // The provider retries after a day.
  await pressAdvance(admin, 'A day')
  await expect(membersWho(admin, 'Active')).toContainText('3')
  await signInOn(admin, adminEmail, demoPassword)
  const [newest] = await paymentsOf(admin, dee.email)
  await callApi(admin, `/api/admin/payments/${newest!.id}/refund`, {})
  // Payments are found without webhooks, too.
  await trouble(admin).getByRole('button', { name: 'Stop Webhooks' }).click()
  await expect(trouble(admin)).toContainText('Webhooks have stopped')
  // A statement closes three days after its month, so it is the fourth only after one more day.
  await advance(admin, 'month', 'month', 'month', 'day')
  await expect(clock(admin)).toContainText('The club has lived from')
  await expect(trouble(admin).getByRole('button', { name: 'Let Webhooks Arrive' })).toBeVisible()
  await expect(membersWho(admin, 'Active')).toContainText('2')
  await expect(admin.getByRole('region', { name: 'Books' })).toContainText('Balanced')

  await signInOn(admin, adminEmail, demoPassword)
  const payments = await paymentsOf(admin)
  const paidCents = sumOf(payments.map(({ grossCents, refundedCents }) => grossCents - refundedCents))
  const { books, members } = await callApi<Simulation>(admin, '/api/admin/rehearsal')
  expect(books.balanceCents).toBe(0)
  const partCents = -(await creatorPayable(admin))

  const page = await openAt(browser)
  await signInOn(page, creatorEmail, demoPassword)
  // Aggregates may be a minute behind the ledger.
  await expect(async () => {
    const { months } = await callApi<{ months: { grossCents: number }[] }>(page, '/api/analytics/revenue')
    expect(sumOf(months.map(({ grossCents }) => grossCents))).toBe(paidCents)
  }).toPass(arrival)

  await test.step('the report is the books and the statements', async () => {
    await page.goto('/revenue-reports')
    await page.getByRole('button', { name: /^Show All .+ of Month by Month$/ }).click()
    const months = await tableOn(page, 'Month by Month')
    const all = months.get('Total')!
    expect(toCents(all[3]!)).toBe(paidCents)
    expect(toCents(all[4]!)).toBe(partCents)
    const { statements } = await callApi<{
      statements: { month: string; openingCents: number; closingCents: number }[]
    }>(page, '/api/payouts')
    expect(statements.length).toBeGreaterThanOrEqual(6)
    for (const { month, openingCents, closingCents } of statements) {
      const cells = months.get(monthOf(month))!
      expect(toCents(cells[5]!)).toBe(closingCents - openingCents)
    }
    months.delete('Total')
    for (const [month, [subscriptions = '', tips = '']] of months) {
      const of = (kind: Payment['kind']) =>
        sumOf(
          payments
            .filter((payment) => payment.kind === kind && monthOf(payment.paidAt) === month)
            .map(({ grossCents }) => grossCents),
        )
      expect([month, toCents(subscriptions), toCents(tips)]).toEqual([month, of('subscription'), of('tip')])
    }
    const [thisMonth, ...full] = [...months.values()].map((cells) => toCents(cells[4]!))
    await expect(figure(page, 'Your Share')).toHaveText(dollars(thisMonth!))
    await expect(figure(page, 'Yearly Projection')).toHaveText(dollars(sumOf(full.slice(0, 3)) * 4))
  })

  await test.step('the figures are the club’s', async () => {
    await page.goto('/analytics')
    const active = members.find(({ state }) => state === 'active')?.count ?? 0
    await expect(figure(page, 'Total Subscribers')).toHaveText(String(active))
    await page.goto('/audience-insights')
    await expect(figure(page, 'Paid by Members to Date')).toHaveText(dollars(paidCents))
    await expect(figure(page, 'All-Time Members')).toHaveText('4')
    await expect(figure(page, 'Paid per Person')).toHaveText(dollars(Math.round(paidCents / 4)))
  })

  await test.step('what moved makes every month end where the next begins', async () => {
    await page.goto('/revenue-reports')
    await page.getByRole('button', { name: /^Show All .+ of MRR Movements$/ }).click()
    const rows = [...(await tableOn(page, 'MRR Movements')).values()].toReversed()
    let before = 0
    const counts = Array.from({ length: 7 }, () => 0)
    for (const cells of rows) {
      const [start = '', ...rest] = cells
      const end = toCents(rest.pop()!)
      expect(toCents(start)).toBe(before)
      const moved = rest.map((cell) => (cell === '0' ? 0 : toCents(cell)))
      expect(toCents(start) + sumOf(moved)).toBe(end)
      for (const [kind, cell] of rest.entries())
        counts[kind]! += Number(/\.\d\d(\d+) members?/.exec(cell)?.[1] ?? 0)
      before = end
    }
    const [joined, , recovered, , byChoice, byFailedPayment, takenBack] = counts
    expect({ joined, byChoice, byFailedPayment, takenBack }).toEqual({
      joined: 4,
      byChoice: 1,
      byFailedPayment: 1,
      takenBack: 1,
    })
    expect(recovered).toBeGreaterThanOrEqual(1)
    const [, now = ''] = /\.\d\d(\d+ members?)/.exec(rows.at(-1)!.at(-1)!) ?? []
    await expect(page.getByText('a month now')).toContainText(`from ${now}:`)
    await page.goto('/audience-insights')
    const cohorts = [...(await tableOn(page, 'Retention')).values()]
    expect(sumOf(cohorts.map(([first = '']) => Number.parseInt(first, 10)))).toBe(4)
  })

  await test.step('the rows behind a figure add up to it', async () => {
    const { paidAt } = payments[0]!
    await page.goto('/revenue-reports')
    await page.getByRole('button', { name: /^Show All .+ of Month by Month$/ }).click()
    const monthly = toCents((await tableOn(page, 'Month by Month')).get(monthOf(paidAt))![3]!)
    expect(monthly).toBeGreaterThan(0)
    await page
      .getByRole('rowheader', { name: monthOf(paidAt) })
      .getByRole('link')
      .click()
    await expect(page.getByText(/^\d+ (?:entry|entries): /)).toContainText(
      `: ${dollars(monthly)}, your share `,
    )
    const address = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
    const file = await (await page.request.get(address!)).text()
    expect(sumOf(columnOf(file, /^Paid by members/))).toBe(monthly)

    await page.goto('/analytics/rows?figure=revenue')
    const all = page.getByText(/^\d+ (?:entry|entries): /)
    await expect(all).toHaveText(
      `${payments.length + 1} entries: ${dollars(paidCents)}, your share ${dollars(partCents)}`,
    )
  })
})

const dollars = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
