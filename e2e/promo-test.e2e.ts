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

test('makes a promo code with a limit, changes it, and ends it [PROMO-2]', async ({ signedInAs }) => {
  const page = await signedInAs('admin')
  await page.goto('/admin/promo-codes')
  await expect(page.getByRole('article', { name: 'WELCOME25' })).toContainText('25% off the first month')
  await page.getByRole('button', { name: 'New Code' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Promo Code' })
  await dialog.getByLabel('Code').fill('early-birds')
  await dialog.getByLabel('Discount', { exact: true }).fill('20')
  await dialog.getByLabel('Uses at most').fill('half')
  await dialog.getByRole('button', { name: 'Make Code' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The limit must be a whole number from 1.')
  await dialog.getByLabel('Uses at most').fill('30')
  await page.keyboard.press('Enter')
  const code = page.getByRole('article', { name: 'EARLY-BIRDS' })
  await expect(code).toContainText('30 uses at most')
  await expect(code).toContainText('0 of 30')
  await code.getByRole('button', { name: 'Edit EARLY-BIRDS' }).click()
  const edited = page.getByRole('dialog', { name: 'Edit EARLY-BIRDS' })
  await edited.getByLabel('Uses at most').fill('40')
  await page.keyboard.press('Enter')
  await expect(code).toContainText('0 of 40')
  await code.getByRole('button', { name: 'End EARLY-BIRDS' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End Code' }).click()
  await expect(code).toContainText('Ended')
})
