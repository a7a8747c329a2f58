import { describe, expect, it } from 'vitest'
import type { Node } from 'prosemirror-model'
import { fromMarkdown, postSchema, toMarkdown } from './document.ts'

const again = (markdown: string) => toMarkdown(fromMarkdown(markdown))

describe('a text in the editor', () => {
  it.each([
    '# A heading\n\n## A subheading\n\nA **bold**, *italic* and `coded` word.',
    '* one\n* two\n\n3. three\n4. four',
    '> A quote\n>\n> of two paragraphs\n\n---\n\n```\nx < y\n```',
    '[A link](https://example.com/x) and a line\\\nbreak',
    'Stars \\* stay \\_as\\_ typed',
    'Before\n\n![A \\[low\\] tackle\\_](part:AbCdEfGhIjKlMnOpQrSt-_)\n\nAfter',
  ])('is written as it was read [TEXT-1]: %j', (markdown) => {
    expect(again(markdown)).toBe(markdown)
  })

  it('turns a picture from elsewhere into a link', () => {
    expect(again('![A view](https://example.com/p.png)')).toBe('\\![A view](https://example.com/p.png)')
  })

  it('keeps the words of a heading of several lines', () => {
    expect(again('First\nsecond\n===')).toBe('# First second')
  })

  it('shows HTML as text', () => {
    expect(fromMarkdown('<b onclick="x">Hi</b>').textContent).toBe('<b onclick="x">Hi</b>')
  })
})

const node = (name: string, content: Node | Node[], attrs: object | null = null) =>
  postSchema.node(name, attrs, content)
const lineBreak = () => postSchema.node('hard_break')
const pieces =
  '- + # ## > 1. 12) = == --- *** ` ``` ~~~ &amp; &#42; & < <b> <https://a.example> <a@b.example> ! ![x] [x] (y) [x]: \\ _ __ a word 3 . | : é http://a.example'.split(
    ' ',
  )

/** The same numbers in every run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48271) % 2147483647
    return state % below
  }
}

/** A document as it could be typed, without spaces at the ends of its lines. */
function typed(seed: number): Node {
  const draw = numbers(seed * 7919 + 1)
  const line = () => {
    const words = Array.from({ length: 1 + draw(4) }, () => pieces[draw(pieces.length)]!)
    return words.reduce((before, word) => before + (draw(3) > 0 ? ' ' : '') + word)
  }
  const text = () => postSchema.text(line())
  const paragraph = () => {
    const lines = Array.from({ length: 1 + draw(3) }, text)
    return node(
      'paragraph',
      lines.flatMap((one, index) => (index > 0 ? [lineBreak(), one] : [one])),
    )
  }
  const list = draw(2) === 0 ? 'bullet_list' : 'ordered_list'
  const items = Array.from({ length: 1 + draw(3) }, () => node('list_item', paragraph()))
  return node('doc', [
    paragraph(),
    node('heading', text(), { level: 1 + draw(3) }),
    node(list, items, { tight: true }),
    paragraph(),
    node('blockquote', [paragraph(), paragraph()]),
  ])
}

it('brings back every text as it was typed, whatever its lines begin with [TEXT-1]', () => {
  for (let seed = 0; seed < 500; seed += 1) {
    const document = typed(seed)
    const markdown = toMarkdown(document)
    expect([markdown, fromMarkdown(markdown).toJSON()]).toEqual([markdown, document.toJSON()])
  }
})

it('drops spaces at the ends of lines instead of making them code [TEXT-1]', () => {
  const paragraph = node('paragraph', [
    postSchema.text('    four spaces '),
    lineBreak(),
    postSchema.text('\t- a tab'),
  ])
  expect(toMarkdown(node('doc', paragraph))).toBe('four spaces\\\n\\- a tab')
})
