const isItem = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.tagName === 'P' &&
  /mso-list/i.test(element.getAttribute('style') ?? '')

const markers = (item: HTMLElement) => item.querySelectorAll('span[style*="mso-list"]')

const levelOf = (item: HTMLElement) => Number(/level(\d)/i.exec(item.getAttribute('style') ?? '')?.[1] ?? 1)

/**
 * Word copies list items as paragraphs that begin with their bullet or number, and empty lines as paragraphs. Makes
 * real lists of the first and drops the others.
 */
export function withRealLists(html: string): string {
  if (!/\bmso/i.test(html)) return html
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const first of page.querySelectorAll('p')) {
    if (!isItem(first) || isItem(first.previousElementSibling)) continue
    const newList = (item: HTMLElement) =>
      page.createElement(/^\W?\w+[.)]/.test(markers(item)[0]?.textContent.trim() ?? '') ? 'ol' : 'ul')
    const outermost = newList(first)
    const open = [{ level: levelOf(first), list: outermost }]
    first.before(outermost)
    for (let item: Element | null = first; isItem(item); item = outermost.nextElementSibling) {
      const level = levelOf(item)
      while (open.length > 1 && open.at(-1)!.level > level) open.pop()
      const { list: above, level: aboveLevel } = open.at(-1)!
      if (level > aboveLevel && above.lastElementChild) {
        const list = newList(item)
        above.lastElementChild.append(list)
        open.push({ level, list })
      }
      for (const marker of markers(item)) marker.remove()
      const entry = page.createElement('li')
      entry.append(...item.childNodes)
      open.at(-1)!.list.append(entry)
      item.remove()
    }
  }
  for (const paragraph of page.querySelectorAll('p'))
    if (paragraph.textContent.trim() === '') paragraph.remove()
  return page.body.innerHTML
}
