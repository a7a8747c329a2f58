import { describe, expect, it } from 'vitest'
import { toFoundPieces, toSearchWords } from './search-matches.ts'

/** The text with what is marked in brackets. */
const marked = (text: string, typed: string) =>
  toFoundPieces(text, toSearchWords(typed))
    .map((piece) => (piece.isFound ? `[${piece.text}]` : piece.text))
    .join('')

describe('search matches', () => {
  it('are marked in the original text, accents and capitals included [FEED-2]', () => {
    expect(marked('Über Ćelik, Straße und Łódź', 'celik uber strasse LODZ')).toBe(
      '[Über] [Ćelik], [Straße] und [Łódź]',
    )
    expect(marked('Cafe\u0301s cafe\u0301', 'café')).toBe('[Cafe\u0301]s [cafe\u0301]')
    expect(marked('Der Fußweg', 'fus')).toBe('Der [Fuß]weg')
    expect(marked('Don’t panic ⚽️!', "don't ⚽")).toBe('[Don]’[t] panic [⚽️]!')
  })

  it('are whole words and a prefix for the last; none without a search [FEED-2]', () => {
    expect(marked('half halftime half-time', 'time half')).toBe('[half] [half]time [half]-[time]')
    expect(marked('half halftime half-time', 'half time')).toBe('[half] halftime [half]-[time]')
    expect(marked('The final whistle', '"final whi')).toBe('The [final] [whi]stle')
    expect(marked('The final whistle', '"final" ')).toBe('The [final] whistle')
    for (const typed of ['', ' ', '%', '""']) expect(marked('100% <b>all</b>', typed)).toBe('100% <b>all</b>')
  })
})
