import type { ComponentType } from 'react'
import { toTextPieces } from './text-pieces.ts'

type Props = {
  text: string
  className?: string
  /** Shows a piece of the text, in links too; as it is when left out. */
  words?: ComponentType<{ text: string }>
}

const asItIs = ({ text }: { text: string }) => text

/** What somebody wrote: with its line breaks, its addresses as links, and nothing else interpreted. */
export function MemberText({ text, className, words: Words = asItIs }: Props) {
  return (
    <p dir="auto" className={`whitespace-pre-line ${className ?? ''}`}>
      {toTextPieces(text).map((piece) =>
        piece.href ? (
          <a
            key={piece.at}
            href={piece.href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="break-all underline decoration-turf decoration-2 underline-offset-4"
          >
            <Words text={piece.text} />
          </a>
        ) : (
          <Words key={piece.at} text={piece.text} />
        ),
      )}
    </p>
  )
}
