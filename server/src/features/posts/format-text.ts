import { type Block, partScheme, type Run } from '@touchline/contract/formatted-text.ts'
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

type Picture = Extract<Block, { kind: 'picture' }>

const partAddress = new RegExp(`^${partScheme}([A-Za-z0-9_-]{22})$`)

/** The description of a picture without marks. */
const altOf = ({ children }: Token): string =>
  (children ?? []).map((inner) => (inner.type === 'image' ? altOf(inner) : inner.content)).join('')

function toPicture(token: Token): Picture | null {
  const [, part] = partAddress.exec(token.attrGet('src') ?? '') ?? []
  return part === undefined ? null : { kind: 'picture', part, alt: altOf(token) }
}

/** The pieces of a paragraph: its words, and the pictures of the post between them. */
function toPieces(tokens: readonly Token[]): (Run[] | Picture)[] {
  const pieces: (Run[] | Picture)[] = []
  let runs: Run[] = []
  const endRuns = () => {
    while (runs.at(-1)?.text === '\n') runs.pop()
    if (runs.length > 0) pieces.push(runs)
    runs = []
  }
  const marks = new Set<NonNullable<Run['marks']>[number]>()
  let href: string | undefined
  const add = (text: string, own: Pick<Run, 'marks' | 'href'> = {}) => {
    const all = [...marks, ...(own.marks ?? [])]
    const target = own.href ?? href
    if (text !== '' && !(text === '\n' && runs.length === 0))
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
    else if (token.type === 'image') {
      const picture = toPicture(token)
      // A picture from elsewhere is a link: the page loads nothing from other sites.
      if (!picture) add(token.content, { href: linkTo(token.attrGet('src')) })
      else {
        endRuns()
        pieces.push(picture)
      }
    } else add(token.content)
  }
  endRuns()
  return pieces
}

/** The words of a heading; a picture in it leaves its description. */
const toRuns = (pieces: (Run[] | Picture)[]): Run[] =>
  pieces.flatMap((piece) => ('kind' in piece ? (piece.alt === '' ? [] : [{ text: piece.alt }]) : piece))

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
        const pieces = toPieces(children ?? [])
        if (token.type === 'heading_open') {
          const runs = toRuns(pieces)
          if (runs.length > 0)
            blocks.push({ kind: 'heading', level: Math.min(Number(token.tag.slice(1)), 3), runs })
        } else
          blocks.push(
            ...pieces.map((piece): Block => ('kind' in piece ? piece : { kind: 'paragraph', runs: piece })),
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
      if (block.kind === 'picture') return block.alt
      return block.kind === 'divider' ? '' : textOf(block.runs)
    })
    .filter((words) => words !== '')
    .join('\n\n')
    .trim()
}

/** Screen readers expect headings to descend by one level at a time, the first from the title of the post. */
function closeHeadingGaps(tokens: Token[]) {
  let level = 0
  for (const token of tokens)
    if (token.type === 'heading_open') {
      level = Math.min(Number(token.tag.slice(1)), level + 1)
      token.tag = `h${level}`
    }
}

/** Parses Markdown (CommonMark without HTML): the blocks to render, and the words for whatever shows plain text. */
export function formatText(markdown: string): { markdown: string; blocks: Block[]; content: string } {
  const tokens = parser.parse(markdown, {})
  closeHeadingGaps(tokens)
  const blocks = toBlocks(tokens.values())
  return { markdown, blocks, content: wordsOf(blocks) }
}

/** The parts that stand as pictures between the paragraphs. A text without words stands nowhere, and has none. */
export function picturesIn({ blocks, content }: { blocks: Block[] | null; content: string }): string[] {
  const named = (all: readonly Block[]): string[] =>
    all.flatMap((block) => {
      if (block.kind === 'quote') return named(block.blocks)
      if (block.kind === 'list') return block.items.flatMap(named)
      return block.kind === 'picture' ? [block.part] : []
    })
  return content === '' ? [] : named(blocks ?? [])
}

/** The Markdown with a picture of the post in the place of another. */
export const withReplacedPicture = (markdown: string, from: string, to: string) =>
  markdown.replaceAll(`](${partScheme}${from})`, `](${partScheme}${to})`)

/** Markdown that renders as this text. */
export const toMarkdown = (content: string) =>
  content
    .replaceAll(/[\\`*_[\]<>&#!]/g, '\\$&')
    .replaceAll(/^[ \t]+/gm, '')
    .replaceAll(/^[-+=~]/gm, '\\$&')
    .replaceAll(/^(\d{1,9})([.)])/gm, '$1\\$2')

/** The columns of a text without formatting. */
export const plainText = (content: string) => ({ markdown: null, blocks: null, content })
