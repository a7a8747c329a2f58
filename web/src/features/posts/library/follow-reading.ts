const sendAfterMs = 3000
/** Shorter texts are read at a glance. */
const minScreens = 1.5
const finishedPercent = 97
const begunPercent = 5

const isLong = ({ height }: DOMRect) => height > window.innerHeight * minScreens

/** How much of a text is above the lower edge of the window; 0 at its start and once it was read. */
export function percentRead({ top, height }: Pick<DOMRect, 'top' | 'height'>, windowHeight: number): number {
  const percent = Math.floor(((windowHeight - top) / height) * 100)
  return percent < begunPercent || percent >= finishedPercent ? 0 : percent
}

export function scrollToPercent(text: Element, percent: number): void {
  const { top, height } = text.getBoundingClientRect()
  window.scrollBy({ top: top + (height * percent) / 100 - window.innerHeight, behavior: 'instant' })
}

/** Saves how far a text was read while it is scrolled. Returns a function that ends this. */
export function followReading(
  text: Element,
  { save, send }: { save: (percent: number) => void; send: () => void },
): () => void {
  let saved: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const sendNow = () => {
    clearTimeout(timer)
    timer = undefined
    send()
  }
  const read = () => {
    const box = text.getBoundingClientRect()
    if (!isLong(box)) return
    const percent = percentRead(box, window.innerHeight)
    if (percent === saved || (saved === null && percent === 0)) return
    saved = percent
    save(percent)
    timer ??= setTimeout(sendNow, sendAfterMs)
  }
  const leave = () => {
    if (timer !== undefined) sendNow()
  }
  const leaving = new AbortController()
  const { signal } = leaving
  window.addEventListener('scroll', read, { passive: true, signal })
  window.addEventListener('pagehide', leave, { signal })
  return () => {
    leave()
    leaving.abort()
  }
}
