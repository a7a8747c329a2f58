import { describe, expect, it } from 'vitest'
import { chapterAt, chaptersIn } from './chapters.ts'

const text = `A whole afternoon at the ground.

0:00 Kick-off
- 12:40 The first card
* (45:00) — Half-time
1:02:03 Added time

Filmed at 14:30 by two friends.`

describe('the chapters of a film', () => {
  it('are the lines that begin with a time [PLAY-5]', () => {
    expect(chaptersIn(text, 5400)).toEqual([
      { at: 0, title: 'Kick-off' },
      { at: 760, title: 'The first card' },
      { at: 2700, title: 'Half-time' },
      { at: 3723, title: 'Added time' },
    ])
  })

  it('are named without the marks of Markdown [PLAY-5]', () => {
    const formatted = '0:00 **Kick-off**\\\n12:40 The \\*first\\* card\n\n- 45:00 Half\\-time'
    expect(chaptersIn(formatted, 5400).map(({ title }) => title)).toEqual([
      'Kick-off',
      'The *first* card',
      'Half-time',
    ])
  })

  it.each([
    ['a single time', '12:40 The first card'],
    ['times out of order', '12:40 The first card\n2:00 Kick-off'],
    ['a time after the end', '0:00 Kick-off\n95:00 Added time'],
    ['times without titles', '0:00\n12:40'],
    ['no text', ''],
  ])('are none for %s [PLAY-5]', (_name, words) => {
    expect(chaptersIn(words, 5400)).toEqual([])
  })

  it('name the place where a film is [PLAY-5]', () => {
    const chapters = chaptersIn(text, 5400)
    expect(chapterAt(chapters, 759)?.title).toBe('Kick-off')
    expect(chapterAt(chapters, 760)?.title).toBe('The first card')
    expect(chapterAt([], 10)).toBeUndefined()
  })
})
