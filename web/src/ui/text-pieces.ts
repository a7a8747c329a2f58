/** `at` is where in the text the piece begins. */
export type TextPiece = { at: number; text: string; href?: string }

const address = /\bhttps?:\/\/[^\s<>"]+/gi
const trailing = /[.,;:!?'”’)\]]+$/
const hostOf = /^https?:\/\/([^/?#\\]*)/i
/** Signs that are not seen and may turn the others round, and the one browsers read as a slash. */
const hidden = /[\\\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/

/**
 * How a web address is shown: as it was written, unless that looks like another place than the browser would go to
 * (letters of other scripts, hidden signs); then as the browser writes it. Null for one that is no place to send
 * anybody: with a name and a password before the host, which only deceive.
 */
function shownAddress(written: string): string | null {
  const url = URL.parse(written)
  if (!url || url.username !== '' || url.password !== '') return null
  const isAsWritten = hostOf.exec(written)?.[1]?.toLowerCase() === url.host && !hidden.test(written)
  return isAsWritten ? written : url.href
}

/** Cuts a text into words and web addresses; only http and https become links, and punctuation stays outside. */
export function toTextPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const href = found.replace(trailing, '')
    const shown = shownAddress(href)
    if (shown === null) continue
    if (index > done) pieces.push({ at: done, text: text.slice(done, index) })
    pieces.push({ at: index, text: shown, href })
    done = index + href.length
  }
  if (done < text.length) pieces.push({ at: done, text: text.slice(done) })
  return pieces
}
