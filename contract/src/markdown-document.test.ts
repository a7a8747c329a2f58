import { describe, expect, it } from 'vitest'
import { findMarkdownProblem, parseMarkdown } from './markdown-document.ts'

describe('content files', () => {
  it('become a title, a lead and sections', () => {
    const source =
      '# Laws\n\nRead **all** of it.\n\n## The field\n\n- One\n  line\n- [Two](https://a.example)\n'
    expect(parseMarkdown(source)).toEqual({
      title: 'Laws',
      lead: [
        { kind: 'paragraph', runs: [{ text: 'Read ' }, { text: 'all', strong: true }, { text: ' of it.' }] },
      ],
      sections: [
        {
          id: 'the-field',
          title: 'The field',
          blocks: [
            {
              kind: 'list',
              ordered: false,
              items: [[{ text: 'One line' }], [{ text: 'Two', href: 'https://a.example' }]],
            },
          ],
        },
      ],
    })
  })

  it('may not carry a link that runs script', () => {
    const source = '# T\n\n[x](javascript:alert(1))'
    expect(JSON.stringify(parseMarkdown(source))).not.toContain('href')
    expect(findMarkdownProblem(source)).toBe('Line 3: a link must begin with https://, mailto: or support:.')
  })

  it('must have a title', () => {
    expect(findMarkdownProblem('Hello')).toContain('begin with the title')
    expect(findMarkdownProblem('# Hello')).toBeNull()
  })

  it('keep sections with the same title apart', () => {
    const { sections } = parseMarkdown('# T\n\n## A\n\n## A\n\n## *')
    expect(new Set(sections.map(({ id }) => id)).size).toBe(3)
  })
})
