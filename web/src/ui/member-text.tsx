import type { ComponentType, ReactNode } from 'react'

/** `at` is the start index of the piece. */
type TextPiece = { at: number; text: string; href?: string }

const address = /\bhttps?:\/\/[^\s<>"]+/gi

const trailing = /[.,;:!?'”’)\]]+$/

const hostOf = /^https?:\/\/([^/?#\\]*)/i

/** Invisible and bidirectional control characters, and the character browsers read as a slash. */
const hidden = /[\\\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/

/** Returns a URL as written, or as the browser writes it if it could be mistaken. Null with credentials. */
function shownAddress(written: string): string | null {
  const url = URL.parse(written)
  if (!url || url.username !== '' || url.password !== '') return null
  const isAsWritten = hostOf.exec(written)?.[1]?.toLowerCase() === url.host && !hidden.test(written)
  return isAsWritten ? written : url.href
}

/** Splits a text into words and URLs; only http and https become links, without trailing punctuation. */
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

type Words = ComponentType<{ text: string }>

const asItIs = ({ text }: { text: string }) => text

/** A link that a person wrote. */
export const WrittenLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a
    href={href}
    target="_blank"
    rel="noopener noreferrer nofollow ugc"
    className="break-all underline decoration-turf decoration-2 underline-offset-4"
  >
    {children}
  </a>
)

/** Text with the addresses in it as links; `words` renders the pieces, plain by default. */
export const LinkedText = ({ text, words: Words = asItIs }: { text: string; words?: Words | undefined }) =>
  toTextPieces(text).map((piece) =>
    piece.href ? (
      <WrittenLink key={piece.at} href={piece.href}>
        <Words text={piece.text} />
      </WrittenLink>
    ) : (
      <Words key={piece.at} text={piece.text} />
    ),
  )

type Props = {
  text: string
  className?: string
  words?: Words | undefined
}

/** User-written text with line breaks and links; nothing else is interpreted. */
export const MemberText = ({ text, className, words }: Props) => (
  <p dir="auto" className={`whitespace-pre-line ${className ?? ''}`}>
    <LinkedText text={text} words={words} />
  </p>
)
