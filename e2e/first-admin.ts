import { expect, type Page } from './club.ts'

export const firstAdminPassword = 'a whistle at midnight'

/** Fills the form that makes an account for staff, and sends it. */
export async function fillAccount(page: Page, { firstName, email }: { firstName: string; email?: string }) {
  await page.getByLabel('First Name').fill(firstName)
  await page.getByLabel('Last Name').fill('Keeper')
  if (email) await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(firstAdminPassword)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create My Account' }).click()
}

/** Makes the person of `page` the first admin of a site, by the link its start printed. */
export async function becomeFirstAdmin(page: Page, link: string) {
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Become an Admin' })).toBeVisible()
  await fillAccount(page, { firstName: 'Ada', email: 'ada@club.example' })
  // The page leads on by itself, and would carry off whoever goes elsewhere before.
  await expect(page).toHaveURL(/\/admin\/staff$/)
}
