import type { ComponentType } from 'react'
import { toTextPieces } from './text-pieces.ts'

type Props = {
  text: string
  className?: string
  /** Renders a part of the text, including links; plain by default. */
  words?: ComponentType<{ text: string }>
}

const asItIs = ({ text }: { text: string }) => text

/** User-written text with line breaks and links; nothing else is interpreted. */
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
