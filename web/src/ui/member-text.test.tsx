import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { MemberText, toTextPieces } from './member-text.tsx'

const shown = (text: string) => toTextPieces(text).map((piece) => [piece.text, piece.href !== undefined])

describe('member text', () => {
  it('links web addresses without trailing punctuation [FEED-6]', () => {
    expect(toTextPieces('See https://example.org/a?b=1. Then rest.')).toEqual([
      { at: 0, text: 'See ' },
      { at: 4, text: 'https://example.org/a?b=1', href: 'https://example.org/a?b=1' },
      { at: 29, text: '. Then rest.' },
    ])
  })

  it('shows scripts and markup as text [FEED-6]', () => {
    const text = '<b>javascript:alert(1)</b> data:text/html,x'
    expect(toTextPieces(text)).toEqual([{ at: 0, text }])
    for (const trick of [
      'javascript:alert(1)',
      'JaVa\nscript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      'vbscript:x',
    ])
      expect(toTextPieces(trick).some(({ href }) => href)).toBe(false)
  })

  it('shows the target of a link with a misleading host [T-XS-03]', () => {
    // The first letter is a Cyrillic one.
    expect(shown('https://\u0430pple.com/shop')).toEqual([['https://xn--pple-43d.com/shop', true]])
    expect(shown('https://example.org\uFF0Eevil.example/')).toEqual([
      ['https://example.org.evil.example/', true],
    ])
    expect(shown('https://example.org/\u202Egpj.exe')).toEqual([
      ['https://example.org/%E2%80%AEgpj.exe', true],
    ])
    expect(shown('https://evil.example\\@bank.example/')).toEqual([
      ['https://evil.example/@bank.example/', true],
    ])
    expect(shown('HTTPS://Example.org/Path?q=ä')).toEqual([['HTTPS://Example.org/Path?q=ä', true]])
    // A name before the host looks like the host.
    expect(shown('https://bank.example@evil.example/')).toEqual([
      ['https://bank.example@evil.example/', false],
    ])
  })
})

afterEach(cleanup)

it('takes its direction from the text and links addresses in it [FEED-6]', () => {
  const { container } = render(<MemberText text={'مباراة رائعة! 3-1\nhttps://club.example/a'} />)
  const paragraph = container.querySelector('p')!
  expect(paragraph.getAttribute('dir')).toBe('auto')
  expect(paragraph.className).toContain('whitespace-pre-line')
  expect(container.querySelector('a')?.getAttribute('href')).toBe('https://club.example/a')
})
