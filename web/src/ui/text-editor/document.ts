import {
  defaultMarkdownParser,
  defaultMarkdownSerializer,
  MarkdownParser,
  schema,
} from 'prosemirror-markdown'
import { type DOMOutputSpec, type Node, type NodeSpec, Schema } from 'prosemirror-model'

const look = (name: string, toDOM: (node: Node) => DOMOutputSpec): [string, NodeSpec] => [
  name,
  { ...schema.spec.nodes.get(name), toDOM },
]

const headingSizes = ['text-xl', 'text-lg', '']

/** What a post may contain, with the classes of the feed. Pictures from elsewhere are not part of it. */
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

let nodes = schema.spec.nodes.remove('image').update('heading', {
  ...looks['heading'],
  content: 'text*',
  // Copied from this editor, a heading is one level deeper than it is called.
  parseDOM: [
    ...[3, 4, 5].map((tag) => ({ tag: `h${tag}[data-level]`, attrs: { level: tag - 2 } })),
    ...(schema.spec.nodes.get('heading')?.parseDOM ?? []),
  ],
})
for (const name of ['blockquote', 'bullet_list', 'ordered_list', 'code_block', 'horizontal_rule'])
  nodes = nodes.update(name, { ...looks[name] })

export const postSchema = new Schema({ nodes, marks: schema.spec.marks })

const { image: _, ...known } = defaultMarkdownParser.tokens
const tokens = { ...known, softbreak: { node: 'hard_break' } }
// The address of a picture stays a link.
const tokenizer = defaultMarkdownParser.tokenizer.disable('image')
const parser = new MarkdownParser(postSchema, tokenizer, tokens)

export const fromMarkdown = (markdown: string): Node => parser.parse(markdown)

export const toMarkdown = (document: Node): string =>
  defaultMarkdownSerializer.serialize(document, { tightLists: true })
