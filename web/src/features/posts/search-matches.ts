const marks = /[\u0300-\u036f\uFE00-\uFE0F]+/g

// As the server parts words: everything in ASCII that is no letter or digit, and the punctuation beyond it.
const between =
  /[\p{Cc}\u0020-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u00D7\u00F7\u2000-\u206F\u3000-\u303F]/gu

const alike: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  ð: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}

/** A letter as the search compares it: small, without its accent; '' for an accent alone, ' ' between words. */
function foldLetter(letter: string): string {
  const small = letter.normalize('NFKD').replace(marks, '').toLowerCase()
  return Array.from(small, (one) => alike[one] ?? one)
    .join('')
    .replace(between, ' ')
}
/** A word somebody searches for, folded; an open one may go on. */
export type SearchWord = { word: string; isOpen: boolean }

/** `at` is where in the text the piece begins. */
export type FoundPiece = { at: number; text: string; isFound: boolean }

type SaidWord = { folded: string; from: number; ends: number[] }

/** The words of a text: each folded, where it begins, and where in the text each of its folded letters ends. */
function wordsOf(text: string): SaidWord[] {
  const words: SaidWord[] = []
  let open: SaidWord | null = null
  let at = 0
  for (const letter of text) {
    const end = at + letter.length
    for (const one of foldLetter(letter)) {
      if (one === ' ') {
        open = null
        continue
      }
      if (!open) words.push((open = { folded: '', from: at, ends: [] }))
      open.folded += one
      open.ends.push(end)
    }
    // An accent of its own belongs to the letter before it.
    if (open && foldLetter(letter) === '') open.ends[open.ends.length - 1] = end
    at = end
  }
  return words
}

/** What the server looks for when somebody typed this: every word, the last one perhaps unfinished. */
export function toSearchWords(typed: string): SearchWord[] {
  const parts = typed.split(/["“”„]/)
  return parts.flatMap((part, index) => {
    const words = wordsOf(part)
    return words.map(({ folded }, place) => ({
      word: folded,
      isOpen: index === parts.length - 1 && place === words.length - 1,
    }))
  })
}

/** Cuts a text into what was searched for and the rest, whatever its accents and capitals. */
export function toFoundPieces(text: string, sought: readonly SearchWord[]): FoundPiece[] {
  const pieces: FoundPiece[] = []
  let done = 0
  const push = (to: number, isFound: boolean) => {
    if (to > done) pieces.push({ at: done, text: text.slice(done, to), isFound })
    done = Math.max(done, to)
  }
  for (const { folded, from, ends } of sought.length > 0 ? wordsOf(text) : []) {
    const lengths = sought
      .filter(({ word, isOpen }) => (isOpen ? folded.startsWith(word) : folded === word))
      .map(({ word }) => word.length)
    const end = ends[Math.max(...lengths) - 1]
    if (end === undefined) continue
    push(from, false)
    push(end, true)
  }
  push(text.length, false)
  return pieces
}
