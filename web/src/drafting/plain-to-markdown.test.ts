import { expect, it } from 'vitest'
import { fromMarkdown } from '#ui/text-editor/document.ts'
import { plainToMarkdown } from './plain-to-markdown.ts'

it.each([
  '# Not a heading\n1. not a list\n- nor this\n> or a quote',
  '*stars*, _lines_ and `code` stay',
  'Two\nlines\n---\n===\n~~~ and a [link](https://a.example) &amp; <b>HTML</b>',
])('shows plain text in a draft as it was typed [DESK-7]: %j', (plain) => {
  const document = fromMarkdown(plainToMarkdown(plain))
  const blocks = document.children.map((block) => [
    block.type.name,
    block.children.map((child) => (child.isText ? child.text : '\n')).join(''),
  ])
  expect(blocks).toEqual([['paragraph', plain]])
})
