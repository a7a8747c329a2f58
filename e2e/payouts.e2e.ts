import { readFile } from 'node:fs/promises'
import { expect, type Page, test, toastOn } from './club.ts'

type Statement = { id: string; month: string; payableCents: number; closingCents: number; state: string }

const dollars = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

const overviewOf = async ({ request }: Page) => (await request.get('/api/payouts')).json()

/** Returns the amount next to a label. */
const amountBeside = (page: Page, name: string) =>
  page
    .locator('div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${name}`) }) })
    .last()
    .getByRole('definition')
    .first()

test('shows the creator earnings and payouts that match the books [PAYOUT-1]', async ({ signedInAs }) => {
  const page = await signedInAs('creator')
  const read = page.waitForResponse('**/api/payouts')
  await page.goto('/payouts')
  await expect(page.getByRole('heading', { name: 'Payouts', level: 1 })).toBeVisible()
  const { paidCents, running, statements } = await (await read).json()
  expect(paidCents).toBeGreaterThan(0)
  await expect(amountBeside(page, 'Paid so far')).toHaveText(dollars(paidCents))
  await expect(page.getByText('75% of each subscription: $9.74 of $12.99')).toBeVisible()
  await expect(page.getByText('75% of each tip: $3.75 of $5.00')).toBeVisible()
  await expect(amountBeside(page, 'Opening balance')).toHaveText(dollars(running.openingCents))
  await expect(page.getByRole('button', { name: 'Save Account' })).toHaveCount(0)
  await expect(page.getByRole('form', { name: 'Terms' })).toHaveCount(0)

  const paid = statements.find(({ state }: Statement) => state === 'paid')
  const facts = await (await page.request.get(`/api/payouts/${paid.id}`)).json()
  await page
    .getByRole('article')
    .filter({ hasText: dollars(paid.closingCents) })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByRole('heading', { name: /^Statement for /, level: 1 })).toBeVisible()
  await expect(amountBeside(page, 'Closing balance')).toHaveText(dollars(paid.closingCents))
  for (const { count, amountCents } of facts.groups)
    await expect(
      page.getByRole('button', {
        name: new RegExp(
          String.raw`\(${count} lines?\) ?.?${dollars(Math.abs(amountCents)).replace('$', String.raw`\$`)}`,
        ),
      }),
    ).toBeVisible()
  await page.getByRole('button', { name: /^Subscriptions/ }).click()
  const lines = page.getByRole('list', { name: 'Subscriptions' }).getByRole('listitem')
  await expect(lines).toHaveCount(20)
  await page.getByRole('button', { name: 'Show More' }).click()
  await expect(lines.nth(20)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  const parts = file
    .split('\r\n')
    .slice(1, -1)
    .map((row) => Number(/(-?\d+\.\d\d),[^,]*$/.exec(row)?.[1]))
  expect(Math.round(parts.reduce((sum, part) => sum + part * 100, 0))).toBe(paid.closingCents)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()!.width)
})

test('an admin approves the newest statement and records its payment [PAYOUT-1]', async ({
  freshlySignedInAs,
}) => {
  const page = await freshlySignedInAs('admin')
  await page.goto('/payouts')
  const { statements, paidCents } = await overviewOf(page)
  const [newest] = statements
  const amount = dollars(newest.payableCents)
  await page.getByRole('article').first().getByRole('link').click()
  await page.getByRole('button', { name: `Approve ${amount}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Approve ${amount}` })
    .click()
  await expect(toastOn(page)).toContainText('Payout Approved')
  await expect(page.getByText('Waiting for an admin to send it')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('link', { name: 'All payouts' }).click()
  await expect(amountBeside(page, 'On its way')).toHaveText(amount)
  await expect(page.getByRole('article').first()).toContainText(`${amount}approved`)
  await page.getByRole('article').first().getByRole('link').click()

  await page.getByRole('button', { name: 'Take Approval Back' }).click()
  await page.getByRole('button', { name: `Approve ${amount}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Approve ${amount}` })
    .click()
  await page.getByRole('button', { name: 'Record Payment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(dialog.getByText('Enter what identifies the payment at the bank.')).toBeVisible()
  await dialog.getByLabel('Reference').fill('Wire 2209')
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(toastOn(page)).toContainText('Payout Recorded')
  await expect(page.getByText('Sent by hand: Wire 2209')).toBeVisible()
  await page.getByRole('link', { name: 'All payouts' }).click()
  await expect(amountBeside(page, 'Paid so far')).toHaveText(dollars(paidCents + newest.payableCents))
  await expect(amountBeside(page, 'On its way')).toHaveText('$0.00')
})

test('an admin changes terms and account, with validation', async ({ freshlySignedInAs }) => {
  const page = await freshlySignedInAs('admin')
  await page.goto('/payouts')
  const terms = page.getByRole('form', { name: 'Terms' })
  const hold = terms.getByLabel('Days before a payout')
  await hold.fill('91')
  await terms.getByRole('button', { name: 'Change Terms' }).click()
  await expect(terms.getByText('Enter whole days from 0 to 90.')).toBeVisible()
  const before = await page.getByRole('list', { name: 'Terms, newest first' }).getByRole('listitem').count()
  await hold.fill('8')
  await terms.getByRole('button', { name: 'Change Terms' }).click()
  await expect(toastOn(page)).toContainText('Terms Changed')
  const history = page.getByRole('list', { name: 'Terms, newest first' }).getByRole('listitem')
  await expect(history).toHaveCount(before + 1)
  await expect(history.first()).toContainText('8 days before a payout')

  await page.getByLabel('Account ID').fill('acct_nobody')
  await page.getByRole('button', { name: 'Save Account' }).click()
  await expect(page.getByText('The payment provider does not know this account.')).toBeVisible()
})

test('shows an empty state [PAYOUT-1]', async ({ signedInAs }) => {
  const page = await signedInAs('creator')
  const { shares, holdDays, running } = await overviewOf(page)
  const nothing = { openingCents: 0, closingCents: 0, heldCents: 0, payableCents: 0, groups: [] }
  const nobodyPaid = {
    earnedThisMonthCents: 0,
    onItsWayCents: 0,
    paidCents: 0,
    statements: [],
    hasMore: false,
  }
  await page.route('**/api/payouts', (route) =>
    route.fulfill({
      json: {
        ...nobodyPaid,
        shares,
        holdDays,
        running: { ...running, ...nothing },
      },
    }),
  )
  await page.goto('/payouts')
  await expect(page.getByRole('heading', { name: 'No statements yet' })).toBeVisible()
  await expect(page.getByText('Nothing moved.')).toBeVisible()
})
