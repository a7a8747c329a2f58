import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page, toastOn } from './club.ts'
import { cards, newApplicant, test } from './joining.ts'
import { becomeMember, controlSandbox, payFor, startSignup } from './people.ts'

const verdict = (page: Page) => page.getByText(/^All 7 balance checks pass\. Checked /)
const payments = (page: Page) => page.getByRole('region', { name: 'Payments' })

/** Repeats the balance check until it passes: other tests pay at the same time. */
async function expectBalancedBooks(page: Page) {
  const check = page.getByRole('button', { name: 'Check Now' })
  await expect(async () => {
    await check.click()
    await expect(check).toBeEnabled()
    await expect(verdict(page)).toBeVisible({ timeout: 1000 })
  }).toPass()
}

/** Runs the operator's command beside the running club. */
async function moneyCheck(): Promise<string> {
  const program = join(import.meta.dirname, '..', 'server', 'src', 'commands', 'money-check.ts')
  const dataDir = join(process.env['TOUCHLINE_E2E_FOLDER'] ?? '', 'data')
  const env = { ...process.env, DATA_DIR: dataDir }
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env })
  return stdout
}

test('an admin checks the books before and after a refund', async ({ visit, freshlySignedInAs }) => {
  const fan = await visit()
  const { email } = await becomeMember(fan)
  const page = await freshlySignedInAs('admin')
  await page.goto('/admin')
  await page.getByRole('link', { name: /^Books/ }).click()
  await expect(page.getByRole('heading', { name: 'Books', level: 1 })).toBeVisible()
  await expectBalancedBooks(page)
  await expect(page.getByRole('region', { name: 'Do the books add up?' }).getByRole('listitem')).toHaveCount(
    7,
  )

  const ofFan = payments(page).getByRole('article').filter({ hasText: email })
  await expect(async () => {
    await page.getByPlaceholder('Name, email or transaction...').fill('')
    await page.getByPlaceholder('Name, email or transaction...').fill(email)
    await expect(ofFan).toHaveCount(1, { timeout: 10_000 })
  }).toPass()
  await expect(ofFan).toContainText('$9.74 creator’s share')
  await ofFan.getByRole('button', { name: /^Refund/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund payment' })
  const amount = dialog.getByLabel('Amount in dollars')
  await expect(amount).toHaveValue('12.99')
  await amount.fill('13')
  await expect(dialog.getByText('At most $12.99 can be refunded.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Refund', exact: true })).toBeDisabled()
  await amount.fill('3.00')
  await dialog.getByLabel('Reason (only for you)').fill('A week without posts.')
  await dialog.getByRole('button', { name: 'Refund $3.00' }).click()
  await expect(toastOn(page)).toContainText('$3.00 is on its way.')

  await expect(async () => {
    await page.reload()
    await page.getByPlaceholder('Name, email or transaction...').fill(email)
    await expect(ofFan).toContainText('Partly refunded', { timeout: 10_000 })
  }).toPass()
  await expectBalancedBooks(page)
  await expect(async () => expect(await moneyCheck()).toContain('All 7 balance checks pass.')).toPass()
})

test('an alert stays open until it is resolved with a note', async ({ signedInAs, unlocked }) => {
  const { clientSecret } = await startSignup(unlocked, newApplicant())
  const [payment = ''] = (clientSecret ?? '').split('_secret_')
  await payFor(unlocked, clientSecret ?? '', cards.good)
  await controlSandbox('dispute', { payment, inquiry: true })
  const page = await signedInAs('admin')
  const alerts = page.getByRole('region', { name: 'Alerts' })
  const warning = alerts.getByRole('article').filter({ hasText: payment })
  await expect(async () => {
    await page.goto('/admin/books')
    await expect(warning).toHaveCount(1, { timeout: 10_000 })
  }).toPass()
  await warning.getByRole('button', { name: 'Resolve' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resolve alert' })
  await expect(dialog.getByRole('button', { name: 'Resolve Alert' })).toBeDisabled()
  await dialog.getByLabel('What was done?').fill('It was this test.')
  await dialog.getByRole('button', { name: 'Resolve Alert' }).click()
  await expect(warning).toHaveCount(0)
  await alerts.getByLabel('Show alerts').selectOption('Resolved')
  await expect(warning.first()).toContainText('What was done: It was this test.')
})

test('only admins can open the books', async ({ signedInAs }) => {
  for (const key of ['creator', 'member'] as const) {
    const page = await signedInAs(key)
    await page.goto('/admin/books')
    await expect(page).toHaveURL('/')
  }
})
