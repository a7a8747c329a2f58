import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { parseMarkdown } from './parse-markdown.ts'

const content = async (name: string) => parseMarkdown(await readFile(`content/${name}.md`, 'utf8'))

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
    expect(() => parseMarkdown('# T\n\n[x](javascript:alert(1))')).toThrow('Only https and mailto links')
  })

  it('hold the terms of service [STATIC-1, STATIC-4]', async () => {
    expect((await content('terms')).title).toBe('Terms of Service')
  })

  it('hold a privacy policy of 11 sections with its date and the subject to write with [STATIC-2, STATIC-4]', async () => {
    const privacy = await content('privacy')
    expect(privacy.sections).toHaveLength(11)
    expect(JSON.stringify(privacy.lead)).toContain('January 21, 2025')
    expect(JSON.stringify(privacy.sections)).toContain('support:Privacy%20Inquiry')
  })
})
