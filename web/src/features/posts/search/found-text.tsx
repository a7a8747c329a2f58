import { toFoundPieces, toSearchWords } from '../search-matches.ts'

const before = 80
const shown = 300

/** The part of a text around the first match, from the start of a word. */
export function partAround(text: string, at: number): { text: string; isCut: boolean } {
  if (text.length <= shown || at <= before) return { text, isCut: false }
  const space = text.indexOf(' ', at - before)
  return { text: text.slice(space < 0 || space > at ? at : space + 1), isCut: true }
}

/** A text, or its part around the first match, with the words of the search marked. */
export function FoundText({ text, search }: { text: string; search: string }) {
  const words = toSearchWords(search)
  const first = toFoundPieces(text, words).find(({ isFound }) => isFound)
  const part = partAround(text, first?.at ?? 0)
  return (
    <>
      {part.isCut ? '… ' : ''}
      {toFoundPieces(part.text, words).map((piece) =>
        piece.isFound ? (
          <mark key={piece.at} className="rounded-xs bg-turf/25 text-chalk">
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
    </>
  )
}
