import { describe, expect, it } from 'vitest'
import { fromMarkdown, toMarkdown } from './document.ts'

const again = (markdown: string) => toMarkdown(fromMarkdown(markdown))

describe('a text in the editor', () => {
  it.each([
    '# A heading\n\n## A subheading\n\nA **bold**, *italic* and `coded` word.',
    '* one\n* two\n\n3. three\n4. four',
    '> A quote\n>\n> of two paragraphs\n\n---\n\n```\nx < y\n```',
    '[A link](https://example.com/x) and a line\\\nbreak',
    'Stars \\* stay \\_as\\_ typed',
  ])('is written as it was read [TEXT-1]: %j', (markdown) => {
    expect(again(markdown)).toBe(markdown)
  })

  it('turns a picture from elsewhere into a link', () => {
    expect(again('![A view](https://example.com/p.png)')).toBe('\\![A view](https://example.com/p.png)')
  })

  it('shows HTML as text', () => {
    expect(fromMarkdown('<b onclick="x">Hi</b>').textContent).toBe('<b onclick="x">Hi</b>')
  })
})
