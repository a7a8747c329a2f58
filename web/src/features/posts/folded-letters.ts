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
export function foldLetter(letter: string): string {
  const small = letter.normalize('NFKD').replace(marks, '').toLowerCase()
  return Array.from(small, (one) => alike[one] ?? one)
    .join('')
    .replace(between, ' ')
}
