import { expect, type Page } from './club.ts'

export const inboxHeading = (page: Page) => page.getByRole('heading', { name: /^Inbox [\d+]+ waiting$/ })

/** Loads the inbox to its end, where new comments appear. */
export async function readToEnd(creator: Page): Promise<void> {
  const more = creator.getByRole('button', { name: /^(Load More Comments|Loading...)$/ })
  await expect(inboxHeading(creator)).toBeVisible()
  await expect(async () => {
    if ((await more.count()) > 0 && (await more.isEnabled())) await more.click()
    await expect(more).toHaveCount(0, { timeout: 500 })
  }).toPass()
}
