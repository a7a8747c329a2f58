import { expect, type Page } from './club.ts'
import { loadAll } from './load-more.ts'

export const inboxHeading = (page: Page) => page.getByRole('heading', { name: /^Inbox [\d+]+ waiting$/ })

/** Loads the inbox to its end, where new comments appear. */
export async function readToEnd(creator: Page): Promise<void> {
  await expect(inboxHeading(creator)).toBeVisible()
  await loadAll(creator, 'Load More Comments')
}
