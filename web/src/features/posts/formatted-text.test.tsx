import { type Block, blocks as blocksSchema, type Run, runMarks } from '@touchline/contract/formatted-text.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { FormattedText } from './formatted-text.tsx'

afterEach(cleanup)

const allowed = 'a blockquote br code div em h3 h4 h5 hr img li mark ol p picture pre source strong ul'.split(
  ' ',
)

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '\u202e',
  '{{x}}',
]
const addresses = ['https://example.com/"onmouseover="x', 'http://example.com', 'mailto:a@example.com']

const pictures = [
  {
    id: 'shown',
    mediaType: 'image' as const,
    mediaAlt: 'From the file',
    status: 'ready' as const,
    media: {
      url: '/media/shown/640',
      streamUrl: null,
      mimeType: 'image/webp',
      width: 640,
      height: 480,
      durationMs: null,
      placeholder: null,
      sources: [{ url: '/media/shown/640', width: 640, mimeType: 'image/webp' }],
      poster: [],
      waveform: null,
      captions: [],
    },
  },
]

let seed = 7
const next = (below: number) => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % below
}
const pick = <T,>(from: readonly T[]) => from[next(from.length)]!

const someRuns = (): Run[] =>
  Array.from({ length: 1 + next(3) }, () => ({
    text: pick(hostile),
    ...(next(2) ? { marks: runMarks.filter(() => next(2)) } : {}),
    ...(next(3) ? {} : { href: pick(addresses) }),
  }))

function someBlock(depth: number): Block {
  const inner = () => Array.from({ length: 1 + next(2) }, () => someBlock(depth + 1))
  switch (next(depth < 4 ? 7 : 5)) {
    case 0:
      return { kind: 'heading', level: 1 + next(3), runs: someRuns() }
    case 1:
      return { kind: 'code', text: pick(hostile) }
    case 2:
      return { kind: 'divider' }
    case 3:
      return { kind: 'picture', part: pick(['shown', 'gone', '../x']), alt: pick(hostile) }
    case 5:
      return { kind: 'quote', blocks: inner() }
    case 6:
      return { kind: 'list', start: next(2) ? null : next(9), items: [inner(), inner()] }
    default:
      return { kind: 'paragraph', runs: someRuns() }
  }
}

describe('a formatted text', () => {
  it('has its headings, lists, quotes, code and marks as elements', () => {
    render(
      <FormattedText
        pictures={[]}
        blocks={[
          { kind: 'heading', level: 2, runs: [{ text: 'Laws' }] },
          { kind: 'list', start: 3, items: [[{ kind: 'paragraph', runs: [{ text: 'Third' }] }]] },
          {
            kind: 'quote',
            blocks: [{ kind: 'paragraph', runs: [{ text: 'Said', marks: ['bold', 'italic'] }] }],
          },
          { kind: 'paragraph', runs: [{ text: 'the laws', href: 'https://example.com/laws' }] },
        ]}
      />,
    )
    expect(screen.getByRole('heading', { level: 4, name: 'Laws' })).toBeDefined()
    expect(screen.getByRole('list').getAttribute('start')).toBe('3')
    expect(screen.getByText('Said').closest('blockquote')!.innerHTML).toContain(
      '<strong><em>Said</em></strong>',
    )
    expect(screen.getByRole('link', { name: 'the laws' }).getAttribute('href')).toBe(
      'https://example.com/laws',
    )
  })

  it('shows its pictures from the site alone, and words where one was removed [TEXT-4]', async () => {
    render(
      <FormattedText
        pictures={pictures}
        blocks={[
          { kind: 'picture', part: 'shown', alt: 'A low tackle' },
          { kind: 'picture', part: 'shown', alt: '' },
          { kind: 'quote', blocks: [{ kind: 'picture', part: 'gone', alt: 'The flag' }] },
        ]}
      />,
    )
    const shown = (await screen.findAllByRole('img')).map((img) => [
      img.getAttribute('alt'),
      img.getAttribute('src'),
    ])
    expect(shown).toEqual([
      ['A low tackle', '/media/shown/640'],
      ['From the file', '/media/shown/640'],
    ])
    expect(screen.getByText('A picture that stood here was removed.').closest('blockquote')).not.toBeNull()
  })

  it('renders allowed elements only, whatever its words say [TEXT-2]', () => {
    const found = new Set<string>()
    const handlers = new Set<string>()
    for (let count = 0; count < 60; count++) {
      const blocks = Array.from({ length: 3 }, () => someBlock(0))
      expect(blocksSchema.parse(blocks)).toEqual(blocks)
      const { container, unmount } = render(<FormattedText blocks={blocks} pictures={pictures} />)
      for (const element of container.querySelectorAll('*')) {
        found.add(element.localName)
        for (const name of element.getAttributeNames()) if (name.startsWith('on')) handlers.add(name)
        const address = element.getAttribute('src') ?? '/media/'
        if (!address.startsWith('/media/')) handlers.add(address)
      }
      unmount()
    }
    expect([...found].filter((name) => !allowed.includes(name))).toEqual([])
    expect([...handlers]).toEqual([])
  })
})
