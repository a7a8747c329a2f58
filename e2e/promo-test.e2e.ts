import { expect, toastOn } from './club.ts'
import { test } from './joining.ts'

test('shows the creator the price with a promo code, or why it is refused [PROMO-1]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('creator')
  await page.goto('/promo-test')
  await expect(page.getByRole('heading', { name: 'Promo Test', level: 1 })).toBeVisible()
  const payment = page.getByRole('region', { name: 'First payment' })
  const lines = payment.getByRole('definition')
  await expect(lines).toHaveText(['$12.99', '$12.99'])
  for (const [code, off, final] of [
    ['WELCOME25', '−$3.25', '$9.74'],
    ['FIVEOFF', '−$5.00', '$7.99'],
    ['FULLTIME', '−$12.99', '$0.00'],
  ] as const) {
    await page.getByRole('button', { name: code }).click()
    await expect(payment.getByText(`Code ${code}`)).toBeVisible()
    await expect(lines).toHaveText(['$12.99', off, final, '$12.99'])
  }
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(lines).toHaveText(['$12.99', '$12.99'])

  const typed = page.getByRole('textbox', { name: 'Promo code' })
  const apply = page.getByRole('button', { name: 'Apply' })
  await expect(apply).toBeDisabled()
  await typed.fill('  offside ')
  await apply.click()
  await expect(toastOn(page)).toContainText('Invalid promo codeThis promo code does not exist.')
  await expect(lines).toHaveText(['$12.99', '$12.99'])
  await typed.fill(' welcome25 ')
  await apply.click()
  await expect(page.getByText('WELCOME25 takes $3.25 off. You pay $9.74. Then $12.99 a month.')).toBeVisible()
})

test('refuses the promo test to everyone but the creator [PROMO-1]', async ({ signedInAs }) => {
  for (const key of ['admin', 'member'] as const) {
    const page = await signedInAs(key)
    await page.goto('/promo-test')
    await expect(page).toHaveURL('/')
    await expect(toastOn(page)).toContainText('Access Denied')
  }
})
