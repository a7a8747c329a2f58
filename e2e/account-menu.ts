import type { Page } from './club.ts'

/** Opens the menu behind the person's picture in the top bar. */
export const openAccountMenu = (page: Page) => page.getByRole('button', { name: /, your account$/ }).click()

export async function clickLogout(page: Page) {
  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Logout' }).click()
}
