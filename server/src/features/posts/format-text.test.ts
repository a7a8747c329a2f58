import { type Block, blocks } from '@touchline/contract/formatted-text.ts'
import { describe, expect, it } from 'vitest'
import { formatText, picturesIn, toMarkdown } from './format-text.ts'

const formatted = (markdown: string) => formatText(markdown).blocks
const paragraph = (text: string): Block => ({ kind: 'paragraph', runs: [{ text }] })

describe('a formatted text', () => {
  it('has headings, quotes, lists, code and dividers', () => {
    expect(formatted('# One\n\n#### Four\n\n> said\n\n- a\n- b\n\n3. c\n\n```\nx < y\n```\n\n---')).toEqual([
      { kind: 'heading', level: 1, runs: [{ text: 'One' }] },
      { kind: 'heading', level: 2, runs: [{ text: 'Four' }] },
      { kind: 'quote', blocks: [paragraph('said')] },
      { kind: 'list', start: null, items: [[paragraph('a')], [paragraph('b')]] },
      { kind: 'list', start: 3, items: [[paragraph('c')]] },
      { kind: 'code', text: 'x < y' },
      { kind: 'divider' },
    ])
  })

  it('descends by one level of headings at a time', () => {
    const levels = formatted('### a\n\n#### b\n\n###### c\n\n###### d\n\n# e\n\n### f').map((block) =>
      block.kind === 'heading' ? block.level : null,
    )
    expect(levels).toEqual([1, 2, 3, 3, 1, 2])
  })

  it('has bold, italic and code words, links and line breaks', () => {
    expect(formatted('A **bold *and italic*** word, `code`\n[a link](https://example.com/x)')).toEqual([
      {
        kind: 'paragraph',
        runs: [
          { text: 'A ' },
          { text: 'bold ', marks: ['bold'] },
          { text: 'and italic', marks: ['bold', 'italic'] },
          { text: ' word, ' },
          { text: 'code', marks: ['code'] },
          { text: '\n' },
          { text: 'a link', href: 'https://example.com/x' },
        ],
      },
    ])
  })

  it('shows HTML and tables as they are typed', () => {
    expect(formatText('<script>alert(1)</script> <b>x</b>').content).toBe(
      '<script>alert(1)</script> <b>x</b>',
    )
    expect(formatted('| a |\n| - |\n| b |')).toEqual([
      { kind: 'paragraph', runs: ['| a |', '\n', '| - |', '\n', '| b |'].map((text) => ({ text })) },
    ])
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:x',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '/content',
  ])('links to websites and mailboxes only, not to %s', (address) => {
    const text = JSON.stringify(formatted(`[a](${address}) <${address}> ![b](${address})`))
    expect(text).not.toContain('href')
  })

  it('turns a picture from another site into a link', () => {
    expect(formatted('![A view](https://example.com/p.png)')).toEqual([
      { kind: 'paragraph', runs: [{ text: 'A view', href: 'https://example.com/p.png' }] },
    ])
  })

  it('has its own pictures between paragraphs, with their descriptions [TEXT-4]', () => {
    const part = 'AbCdEfGhIjKlMnOpQrSt-_'
    const picture: Block = { kind: 'picture', part, alt: 'A [low] tackle' }
    const found = formatText(
      `Before\n\n![A \\[low\\] tackle](part:${part})\nafter **it\n![](part:${part}) on**\n\n- ![A \\[low\\] tackle](part:${part})`,
    )
    expect(found.blocks).toEqual([
      paragraph('Before'),
      picture,
      { kind: 'paragraph', runs: [{ text: 'after ' }, { text: 'it', marks: ['bold'] }] },
      { ...picture, alt: '' },
      { kind: 'paragraph', runs: [{ text: ' on', marks: ['bold'] }] },
      { kind: 'list', start: null, items: [[picture]] },
    ])
    expect(found.content).toBe('Before\n\nA [low] tackle\n\nafter it\n\n on\n\nA [low] tackle')
    expect(picturesIn(found)).toEqual([part, part, part])
    expect(blocks.safeParse(found.blocks).success).toBe(true)
  })

  it.each([
    'part:short',
    'part:AbCdEfGhIjKlMnOpQrSt-_x',
    'part:../../../../../etc/pass',
    'PART:AbCdEfGhIjKlMnOpQrSt-_',
  ])('has no picture and no link for the address %s', (address) => {
    expect(formatted(`![a](${address})`)).toEqual([paragraph('a')])
  })

  it('leaves the description of a picture in a heading [TEXT-4]', () => {
    expect(formatted('# See ![the map](part:AbCdEfGhIjKlMnOpQrSt-_)')).toEqual([
      { kind: 'heading', level: 1, runs: [{ text: 'See ' }, { text: 'the map' }] },
    ])
  })

  it('keeps the words of quotes and lists nested very deeply', () => {
    const { blocks: found, content } = formatText(`${'> '.repeat(40)}deep\n\n${'- '.repeat(40)}down`)
    expect(content).toBe('deep\n\ndown')
    expect(JSON.stringify(found).length).toBeLessThan(600)
  })

  it('has words without marks, for search, emails and previews [TEXT-3]', () => {
    const { content } = formatText(
      '## The *call*\n\n1. first\n2. [second](https://example.com)\n\n> **no**\n\n---\n',
    )
    expect(content).toBe('The call\n\nfirst\nsecond\n\nno')
  })

  it.each([
    '1. The call\n2) and *why* <b>it</b> was [wrong](https://example.com)',
    'A line\n---\n=== \n> + - # ``` ~~~ &amp; \\ ![x](y)\n\nA paragraph_of_words',
  ])('shows a plain text unchanged after it became Markdown: %s', (text) => {
    expect(formatText(toMarkdown(text)).content).toBe(text.replaceAll(/ +$/gm, ''))
  })

  it('is empty without words', () => {
    expect(formatText('---\n\n> \n\n- ')).toMatchObject({ content: '' })
    expect(formatText('')).toEqual({ markdown: '', blocks: [], content: '' })
  })

  it('contains allowed blocks only, whatever 10,000 hostile texts say [TEXT-2]', () => {
    const pieces = [
      '<script>', '<img src=x onerror=alert(1)>', '[a](javascript:alert`1`)', '![', '](', 'data:text/html;base64,PHN2Zz4=',
      '> ', '- ', '1. ', '    ', '\n', '\n\n', '```', '`', '**', '_', '***', '---', '# ', '\\', '&lt;', '&#x6A;avascript:',
      '[r]: javascript:x', '[r]', '![](part:AbCdEfGhIjKlMnOpQrSt-_)', 'part:', '<https://example.com', '>', '|', '\u202e', '\u0000', '<!--', '<![CDATA[', '🎉', ' onload=', '"', "'",
    ] // oxfmt-ignore
    let seed = 1
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const texts = Array.from({ length: 10_000 }, () =>
      Array.from({ length: 1 + next(30) }, () => pieces[next(pieces.length)]).join(''),
    )
    expect(texts.filter((text) => !blocks.safeParse(formatted(text)).success)).toEqual([])
  })

  it.each([
    '| a ',
    '|-|\n',
    '- a\n  ',
    '1) ',
    '![](part:',
    '[',
    '![',
    '> ',
    '- ',
    '*a ',
    '`',
    '(',
    '[](',
    '\\',
  ])('parses a text of 20,000 characters of %j', (piece) => {
    const markdown = piece.repeat(Math.floor(20_000 / piece.length))
    expect(blocks.safeParse(formatted(markdown)).success).toBe(true)
  })
})
