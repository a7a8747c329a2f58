import { toTextPieces } from './text-pieces.ts'

/** What somebody wrote: with its line breaks, its addresses as links, and nothing else interpreted. */
export function MemberText({ text, className }: { text: string; className?: string }) {
  return (
    <p className={`whitespace-pre-line ${className ?? ''}`}>
      {toTextPieces(text).map((piece) =>
        piece.href ? (
          <a
            key={piece.at}
            href={piece.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="break-all underline decoration-turf decoration-2 underline-offset-4"
          >
            {piece.text}
          </a>
        ) : (
          piece.text
        ),
      )}
    </p>
  )
}
