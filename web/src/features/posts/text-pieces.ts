/** `at` is where in the text the piece begins. */
export type TextPiece = { at: number; text: string; href?: string }

const address = /\bhttps?:\/\/[^\s<>"]+/gi
const trailing = /[.,;:!?'”’)\]]+$/

/** Cuts a text into words and web addresses; only http and https become links, and punctuation stays outside. */
export function toTextPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const href = found.replace(trailing, '')
    if (!URL.canParse(href)) continue
    if (index > done) pieces.push({ at: done, text: text.slice(done, index) })
    pieces.push({ at: index, text: href, href })
    done = index + href.length
  }
  if (done < text.length) pieces.push({ at: done, text: text.slice(done) })
  return pieces
}
