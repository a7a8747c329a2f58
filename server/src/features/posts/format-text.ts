import type { Block, Run } from '@touchline/contract/formatted-text.ts'
import MarkdownIt from 'markdown-it'
import type { Token } from 'markdown-it'

/** CommonMark without HTML. */
const parser = new MarkdownIt({ html: false }).disable(['table', 'strikethrough'])

/** Quotes and lists nested deeper than this join the level above. */
const maxDepth = 6

const markOf: Record<string, NonNullable<Run['marks']>[number]> = { strong: 'bold', em: 'italic' }

/** The address of a link, if it leads to a website or a mailbox. */
function linkTo(address: string | null): string | undefined {
  const url = address === null ? null : URL.parse(address)
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}

/** A picture from elsewhere is a link: the page loads nothing from other sites. */
function toRuns(tokens: readonly Token[]): Run[] {
  const runs: Run[] = []
  const marks = new Set<NonNullable<Run['marks']>[number]>()
  let href: string | undefined
  const add = (text: string, own: Pick<Run, 'marks' | 'href'> = {}) => {
    const all = [...marks, ...(own.marks ?? [])]
    const target = own.href ?? href
    if (text !== '')
      runs.push({ text, ...(all.length > 0 ? { marks: all } : {}), ...(target ? { href: target } : {}) })
  }
  for (const token of tokens) {
    const [name = '', end] = token.type.split('_')
    const mark = markOf[name]
    if (mark && end === 'open') marks.add(mark)
    else if (mark) marks.delete(mark)
    else if (token.type === 'link_open') href = linkTo(token.attrGet('href'))
    else if (token.type === 'link_close') href = undefined
    else if (name === 'softbreak' || name === 'hardbreak') add('\n')
    else if (token.type === 'code_inline') add(token.content, { marks: ['code'] })
    else if (token.type === 'image') add(token.content, { href: linkTo(token.attrGet('src')) })
    else add(token.content)
  }
  return runs
}

/** Reads the blocks up to the end of the block that is open. */
function toBlocks(tokens: Iterator<Token>, depth = 0): Block[] {
  const blocks: Block[] = []
  const inner = () => toBlocks(tokens, depth + 1)
  for (let { value: token, done } = tokens.next(); !done; { value: token, done } = tokens.next()) {
    if (token.nesting < 0) return blocks
    switch (token.type) {
      case 'paragraph_open':
      case 'heading_open': {
        const { children } = tokens.next().value
        tokens.next()
        const runs = toRuns(children ?? [])
        if (runs.length === 0) break
        const level = Math.min(Number(token.tag.slice(1)), 3)
        blocks.push(
          token.type === 'heading_open' ? { kind: 'heading', level, runs } : { kind: 'paragraph', runs },
        )
        break
      }
      case 'blockquote_open': {
        const quoted = inner()
        if (depth >= maxDepth) blocks.push(...quoted)
        else if (quoted.length > 0) blocks.push({ kind: 'quote', blocks: quoted })
        break
      }
      case 'bullet_list_open':
      case 'ordered_list_open': {
        const items = toItems(tokens, depth + 1)
        const start = token.type === 'ordered_list_open' ? Number(token.attrGet('start') ?? 1) : null
        if (depth >= maxDepth) blocks.push(...items.flat())
        else if (items.length > 0) blocks.push({ kind: 'list', start, items })
        break
      }
      case 'fence':
      case 'code_block':
        blocks.push({ kind: 'code', text: token.content.replace(/\n$/, '') })
        break
      case 'hr':
        blocks.push({ kind: 'divider' })
        break
    }
  }
  return blocks
}

/** The items of a list that say something. */
function toItems(tokens: Iterator<Token>, depth: number): Block[][] {
  const items: Block[][] = []
  for (let { value: token, done } = tokens.next(); !done; { value: token, done } = tokens.next()) {
    if (token.nesting < 0) break
    const item = toBlocks(tokens, depth)
    if (item.length > 0) items.push(item)
  }
  return items
}

const textOf = (runs: readonly Run[]) => runs.map(({ text }) => text).join('')

/** The words of a formatted text without its marks, one block a paragraph. */
function wordsOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'quote') return wordsOf(block.blocks)
      if (block.kind === 'list') return block.items.map(wordsOf).join('\n')
      if (block.kind === 'code') return block.text
      return block.kind === 'divider' ? '' : textOf(block.runs)
    })
    .filter((words) => words !== '')
    .join('\n\n')
    .trim()
}

/** Parses Markdown (CommonMark without HTML): the blocks to render, and the words for whatever shows plain text. */
export function formatText(markdown: string): { markdown: string; blocks: Block[]; content: string } {
  const blocks = toBlocks(parser.parse(markdown, {}).values())
  return { markdown, blocks, content: wordsOf(blocks) }
}

/** Markdown that renders as this text. */
export const toMarkdown = (content: string) =>
  content
    .replaceAll(/[\\`*_[\]<>&#!]/g, '\\$&')
    .replaceAll(/^[ \t]+/gm, '')
    .replaceAll(/^[-+=~]/gm, '\\$&')
    .replaceAll(/^(\d{1,9})([.)])/gm, '$1\\$2')

/** The columns of a text without formatting. */
export const plainText = (content: string) => ({ markdown: null, blocks: null, content })
