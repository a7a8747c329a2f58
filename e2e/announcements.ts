import type { Page } from './club.ts'

type Ears = { keepAnnouncement: (words: string) => void }

/**
 * Records what the live regions of `page` announce from its next navigation on. A toast's announcement lasts
 * a second, which polling could miss.
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
