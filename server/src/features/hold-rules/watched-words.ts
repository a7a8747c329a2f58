/** Letters that Unicode does not take apart into a base and an accent. */
const spelledOut: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Accents and points above and below letters. Vowel signs of Indic scripts are letters to a reader, and stay. */
const accents = new RegExp(
  String.raw`[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]`,
  'gu',
)
/** What a reader does not see: joiners, soft hyphens, variation selectors and skin tones. */
const unseen = /[\p{Cf}\p{DI}\p{Emoji_Modifier}]/gu

/** Scripts that are written without spaces: each of their characters is a word. */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}`
const word = new RegExp(
  String.raw`[${unspaced}]|[[\p{L}\p{N}\p{M}]--[${unspaced}]]+|\p{RI}{2}|\p{Extended_Pictographic}`,
  'gv',
)

/** The words of a text, without case and accents. Punctuation and spaces only separate them. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(unseen, '')
    .replaceAll(accents, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/gu, (letter) => spelledOut[letter] ?? letter)
    .match(word) ?? []

/** Words between spaces, so that a phrase is found where its first word begins and its last one ends. */
const lineOf = (text: string) => ` ${wordsOf(text).join(' ')} `

/** Whether something of a watched word is left to look for. */
export const isWatchable = (watched: string): boolean => wordsOf(watched).length > 0

/** Removes repetitions that differ in case or accents only; the first spelling stays. */
export function withoutRepetitions(list: readonly string[]): string[] {
  const seen = new Set<string>()
  return list.filter((watched) => seen.size < seen.add(lineOf(watched)).size)
}

/** Returns a search for watched words and phrases: the ones that a text contains, as whole words. */
export function watcher(list: readonly string[]): (text: string) => string[] {
  const phrases = list.filter(isWatchable).map((watched) => ({ watched, line: lineOf(watched) }))
  return (text) => {
    if (phrases.length === 0) return []
    const whole = lineOf(text)
    return phrases.filter(({ line }) => whole.includes(line)).map(({ watched }) => watched)
  }
}
