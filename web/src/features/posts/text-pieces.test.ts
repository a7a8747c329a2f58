import { describe, expect, it } from 'vitest'
import { toTextPieces } from './text-pieces.ts'

describe('what members write', () => {
  it('turns web addresses into links, without the punctuation after them [FEED-6]', () => {
    expect(toTextPieces('See https://example.org/a?b=1. Then rest.')).toEqual([
      { at: 0, text: 'See ' },
      { at: 4, text: 'https://example.org/a?b=1', href: 'https://example.org/a?b=1' },
      { at: 29, text: '. Then rest.' },
    ])
  })

  it('leaves scripts and markup as the text they are [FEED-6]', () => {
    const text = '<b>javascript:alert(1)</b> data:text/html,x'
    expect(toTextPieces(text)).toEqual([{ at: 0, text }])
  })
})
