import { expect, type Page } from './club.ts'

/** Presses a button that loads more of a list until everything is loaded. Returns how often. */
export async function loadAll(page: Page, name: string): Promise<number> {
  // The button has another name while it loads.
  const more = page.getByRole('button', { name, exact: true })
  const loading = page.getByRole('button', { name: 'Loading...', exact: true })
  let presses = 0
  await expect(async () => {
    if ((await more.count()) > 0) {
      await more.click()
      presses += 1
    }
    await expect(more.or(loading)).toHaveCount(0, { timeout: 500 })
  }).toPass()
  return presses
}
