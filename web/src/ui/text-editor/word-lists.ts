const isItem = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.tagName === 'P' &&
  /mso-list/i.test(element.getAttribute('style') ?? '')

const markers = (item: HTMLElement) => item.querySelectorAll('span[style*="mso-list"]')

/** Word copies list items as paragraphs that begin with their bullet or number. Makes real lists of them. */
export function withRealLists(html: string): string {
  if (!/mso-list/i.test(html)) return html
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const first of page.querySelectorAll('p')) {
    if (!isItem(first) || isItem(first.previousElementSibling)) continue
    const isNumbered = /^\W?\w+[.)]/.test(markers(first)[0]?.textContent.trim() ?? '')
    const list = page.createElement(isNumbered ? 'ol' : 'ul')
    first.before(list)
    for (let item: Element | null = first; isItem(item); item = list.nextElementSibling) {
      for (const marker of markers(item)) marker.remove()
      const entry = page.createElement('li')
      entry.append(...item.childNodes)
      list.append(entry)
      item.remove()
    }
  }
  return page.body.innerHTML
}
