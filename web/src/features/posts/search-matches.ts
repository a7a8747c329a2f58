const marks = /[\u0300-\u036f\uFE00-\uFE0F]+/g

// Splits words as the server does: at ASCII characters other than letters and digits, and at general punctuation.
const between =
  /[\p{Cc}\u0020-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u00D7\u00F7\u2000-\u206F\u3000-\u303F]/gu

const replacements: Record<string, string> = {
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

/** Folds a character as the search does: lower case, no accents; '' for a combining accent, ' ' between words. */
function fold(character: string): string {
  const small = character.normalize('NFKD').replace(marks, '').toLowerCase()
  return Array.from(small, (one) => replacements[one] ?? one)
    .join('')
    .replace(between, ' ')
}
/** A folded search word; an open one is a prefix. */
export type SearchWord = { word: string; isOpen: boolean }

/** `at` is the start index of the piece. */
export type FoundPiece = { at: number; text: string; isFound: boolean }

type TextWord = { folded: string; from: number; ends: number[] }

/** The folded words of a text with their start, and the end index of each folded character. */
function wordsOf(text: string): TextWord[] {
  const words: TextWord[] = []
  let open: TextWord | null = null
  let at = 0
  for (const character of text) {
    const end = at + character.length
    for (const one of fold(character)) {
      if (one === ' ') {
        open = null
        continue
      }
      if (!open) words.push((open = { folded: '', from: at, ends: [] }))
      open.folded += one
      open.ends.push(end)
    }
    // A combining accent belongs to the character before it.
    if (open && fold(character) === '') open.ends[open.ends.length - 1] = end
    at = end
  }
  return words
}

/** Parses a search as the server does; the last word is a prefix. */
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

export function toFoundPieces(text: string, searchWords: readonly SearchWord[]): FoundPiece[] {
  const pieces: FoundPiece[] = []
  let done = 0
  const push = (to: number, isFound: boolean) => {
    if (to > done) pieces.push({ at: done, text: text.slice(done, to), isFound })
    done = Math.max(done, to)
  }
  for (const { folded, from, ends } of searchWords.length > 0 ? wordsOf(text) : []) {
    const lengths = searchWords
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
