import type { Page } from './club.ts'

export const firstAdminPassword = 'a whistle at midnight'

export async function fillAccount(page: Page, { firstName, email }: { firstName: string; email?: string }) {
  await page.getByLabel('First Name').fill(firstName)
  await page.getByLabel('Last Name').fill('Keeper')
  if (email) await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(firstAdminPassword)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create My Account' }).click()
}
