import {
  defaultMarkdownParser,
  defaultMarkdownSerializer,
  MarkdownParser,
  MarkdownSerializer,
  schema,
} from 'prosemirror-markdown'
import { type DOMOutputSpec, Fragment, type Node, type NodeSpec, Schema } from 'prosemirror-model'
import { linksInsteadOfPictures, partScheme } from './foreign-pictures.ts'

const look = (name: string, toDOM: (node: Node) => DOMOutputSpec): [string, NodeSpec] => [
  name,
  { ...schema.spec.nodes.get(name), toDOM },
]

const headingSizes = ['text-xl', 'text-lg', '']

/** What a post may contain, with the classes of the feed. Its pictures are files of the post itself. */
const looks = Object.fromEntries([
  look('heading', (node) => {
    const level = Math.min(Number(node.attrs['level']), headingSizes.length)
    return [`h${level + 2}`, { class: headingSizes[level - 1] ?? '', 'data-level': level }, 0]
  }),
  look('blockquote', () => ['blockquote', { class: 'grid gap-3 border-l-4 border-line pl-4' }, 0]),
  look('bullet_list', () => ['ul', { class: 'grid gap-1 list-disc pl-5' }, 0]),
  look('ordered_list', (node) => [
    'ol',
    { class: 'grid gap-1 list-decimal pl-5', start: Number(node.attrs['order']) },
    0,
  ]),
  look('code_block', () => [
    'pre',
    { class: 'rounded-control bg-stand p-4 text-sm wrap-anywhere whitespace-pre-wrap' },
    ['code', 0],
  ]),
  look('horizontal_rule', () => ['hr', { class: 'border-line' }]),
])

const picture: NodeSpec = {
  inline: true,
  group: 'inline',
  draggable: true,
  attrs: { src: {}, alt: { default: '' }, title: { default: null } },
  parseDOM: [
    {
      tag: 'img[data-part]',
      getAttrs: (image) => {
        const part = image.dataset['part'] ?? ''
        return /^[\w-]{22}$/.test(part) && { src: partScheme + part, alt: image.getAttribute('alt') ?? '' }
      },
    },
  ],
  toDOM: ({ attrs }) => ['img', { 'data-part': partOf(attrs), alt: String(attrs['alt']) }],
}

/** The id of the post's file that a picture in the text shows. */
export const partOf = (attrs: Node['attrs']) => String(attrs['src']).slice(partScheme.length)

let nodes = schema.spec.nodes.update('image', picture).update('heading', {
  ...looks['heading'],
  content: 'inline*',
  // Copied from this editor, a heading is one level deeper than it is called.
  parseDOM: [
    ...[3, 4, 5].map((tag) => ({ tag: `h${tag}[data-level]`, attrs: { level: tag - 2 } })),
    ...(schema.spec.nodes.get('heading')?.parseDOM ?? []),
  ],
})
// A pasted list has no empty lines between its items.
const pasted: Record<string, NodeSpec['parseDOM']> = {
  bullet_list: [{ tag: 'ul', getAttrs: () => ({ tight: true }) }],
  ordered_list: [
    { tag: 'ol', getAttrs: (list) => ({ order: Number(list.getAttribute('start') ?? 1), tight: true }) },
  ],
}
for (const name of ['blockquote', 'bullet_list', 'ordered_list', 'code_block', 'horizontal_rule'])
  nodes = nodes.update(name, { ...looks[name], ...(pasted[name] ? { parseDOM: pasted[name] } : {}) })

export const postSchema = new Schema({ nodes, marks: schema.spec.marks })

const parser = new MarkdownParser(postSchema, defaultMarkdownParser.tokenizer.use(linksInsteadOfPictures), {
  ...defaultMarkdownParser.tokens,
  softbreak: { node: 'hard_break' },
  image: {
    node: 'image',
    getAttrs: (token) => ({
      src: token.attrGet('src'),
      alt: (token.children ?? []).map(({ content }) => content).join(''),
    }),
  },
})

const { nodes: written, marks } = defaultMarkdownSerializer

const isBreak = (node: Node | null) => node?.type.name === 'hard_break'

/** What would begin a list, a quote, a heading or a line under one. */
const escapeLineStart = (text: string) =>
  text.replace(/^(?=[->]|\+(?:\s|$)|#{1,6}(?:\s|$)|=+\s*$)|^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\')

const serializer = new MarkdownSerializer(
  {
    ...written,
    text(state, node, parent, index) {
      const isLineStart = index === 0 || isBreak(parent.child(index - 1))
      if (isLineStart && node.marks.length === 0)
        state.text(escapeLineStart(state.esc(node.text ?? '')), false)
      else written['text']!(state, node, parent, index)
    },
    heading(state, node) {
      state.write(`${state.repeat('#', Number(node.attrs['level']))} `)
      state.renderInline(node, false)
      // Markdown would drop them as the end of the heading.
      const last = node.lastChild?.text ?? ''
      if (/(?:^|\s)#+$/.test(last)) state.write(' #')
      state.closeBlock(node)
    },
    // A line of Markdown cannot break a heading.
    hard_break: (state, node, parent, index) =>
      parent.type.name === 'heading' ? state.write(' ') : written['hard_break']!(state, node, parent, index),
  },
  marks,
  // Character references, links in angle brackets, and underscores beside each other.
  { escapeExtraCharacters: /&(?=#?\w+;)|<(?=[a-z][^\s<>]*[:@][^\s<>]*>)|(?<=_)_|(?<!\\)_(?=\\?_)/gi },
)

function trimEnds(pieces: readonly Node[], edge: RegExp): Node[] {
  let isEdge = true
  return pieces.flatMap((piece) => {
    const text = isEdge && piece.text !== undefined ? piece.text.replace(edge, '') : piece.text
    isEdge = text === undefined ? isBreak(piece) : isEdge && text === ''
    if (text === undefined) return piece
    return text === '' ? [] : postSchema.text(text, piece.marks)
  })
}

/** Removes spaces at both ends of lines. Markdown ignores them, or takes them for code. */
function withoutEdgeSpaces(node: Node): Node {
  if (!node.isTextblock) return node.copy(Fragment.from(node.children.map(withoutEdgeSpaces)))
  if (node.type.name === 'code_block') return node
  const started = trimEnds(node.children, /^[ \t]+/)
  return node.copy(Fragment.from(trimEnds(started.toReversed(), /[ \t]+$/).toReversed()))
}

export const fromMarkdown = (markdown: string): Node => parser.parse(markdown)

export const toMarkdown = (document: Node): string =>
  serializer.serialize(withoutEdgeSpaces(document), { tightLists: true })
