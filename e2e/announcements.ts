import type { Page } from './club.ts'

type Ears = { keepAnnouncement: (words: string) => void }

/**
 * What the live regions of `page` say, in order, from its next navigation on. A toast is in one for a second only, and
 * `expect`, which looks once a second, may look just before it and just after.
 */
export async function announcementsOn(page: Page): Promise<string[]> {
  const said: string[] = []
  await page.exposeFunction('keepAnnouncement', (words: string) => void said.push(words))
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exposed above
    const { keepAnnouncement } = globalThis as unknown as Ears
    const listen = () => {
      for (const { textContent } of document.querySelectorAll('[role="status"]'))
        if (textContent) keepAnnouncement(textContent)
    }
    new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return said
}
