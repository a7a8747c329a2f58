import * as z from 'zod/mini'

const run = z.object({
  text: z.string(),
  strong: z.optional(z.literal(true)),
  href: z.optional(z.string()),
})
export type Run = z.output<typeof run>

const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), runs: z.array(run) }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(z.array(run)) }),
  z.object({ kind: z.literal('subheading'), text: z.string() }),
])
export type Block = z.output<typeof block>

const section = z.object({ id: z.string(), title: z.string(), blocks: z.array(block) })
export type Section = z.output<typeof section>

/** `title` is the `#` line, `lead` the text before the first `##`, `sections` has one entry per `##`. */
export const markdownDocument = z.object({
  title: z.string(),
  lead: z.array(block),
  sections: z.array(section),
})
export type MarkdownDocument = z.output<typeof markdownDocument>

const inline =
  /\*\*(?<strong>[^*]+)\*\*|\[(?<label>[^\]]+)\]\((?<href>[^)\s]+)\)|<(?<mail>[^\s<>@]+@[^\s<>]+)>/g
// `support:Subject` links to the support mailbox of the site.
const safeHref = /^(?:https:\/\/|mailto:|support:)/

function toRuns(text: string): Run[] {
  const runs: Run[] = []
  let from = 0
  for (const match of text.matchAll(inline)) {
    if (match.index > from) runs.push({ text: text.slice(from, match.index) })
    const { strong, label, href, mail } = match.groups ?? {}
    if (strong) runs.push({ text: strong, strong: true })
    else if (mail) runs.push({ text: mail, href: `mailto:${mail}` })
    else if (href && safeHref.test(href)) runs.push({ text: label ?? href, href })
    // A link that could run script stays text.
    else runs.push({ text: match[0] })
    from = match.index + match[0].length
  }
  if (from < text.length) runs.push({ text: text.slice(from) })
  return runs
}

const bullet = /^[-*] +/
const number = /^\d+[.)] +/

function toBlock(paragraph: string): Block {
  if (paragraph.startsWith('### ')) return { kind: 'subheading', text: paragraph.slice(4).trim() }
  const marker = [bullet, number].find((candidate) => candidate.test(paragraph))
  if (!marker) return { kind: 'paragraph', runs: toRuns(paragraph.replaceAll('\n', ' ')) }
  const items: string[] = []
  for (const line of paragraph.split('\n')) {
    if (marker.test(line)) items.push(line.replace(marker, ''))
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return { kind: 'list', ordered: marker === number, items: items.map(toRuns) }
}

const toId = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Parses the subset of Markdown of the site's long texts. HTML stays text. */
export function parseMarkdown(source: string): MarkdownDocument {
  const result: MarkdownDocument = { title: '', lead: [], sections: [] }
  const ids = new Set<string>()
  const uniqueId = (title: string) => {
    const id = toId(title) || 'section'
    const free = ids.has(id) ? `${id}-${ids.size}` : id
    ids.add(free)
    return free
  }
  const withoutComments = source.replaceAll('\r\n', '\n').replaceAll(/<!--[\s\S]*?-->/g, '')
  for (const raw of withoutComments.split(/\n{2,}/)) {
    const paragraph = raw.trim()
    if (paragraph === '') continue
    const [first = '', ...rest] = paragraph.split('\n')
    const heading = /^(?<marks>#{1,2}) +(?<title>.+)$/.exec(first)
    if (heading) {
      const title = heading.groups?.['title']?.trim() ?? ''
      if (heading.groups?.['marks'] === '#') result.title = title
      else result.sections.push({ id: uniqueId(title), title, blocks: [] })
    }
    const text = heading ? rest.join('\n').trim() : paragraph
    if (text !== '') (result.sections.at(-1)?.blocks ?? result.lead).push(toBlock(text))
  }
  return result
}

/** Returns what is wrong with a long text in one sentence, with its line; null for a good one. */
export function findMarkdownProblem(source: string): string | null {
  const lines = source.replaceAll('\r\n', '\n').split('\n')
  for (const [index, line] of lines.entries())
    for (const { groups } of line.matchAll(inline))
      if (groups?.['href'] && !safeHref.test(groups['href']))
        return `Line ${index + 1}: a link must begin with https://, mailto: or support:.`
  if (parseMarkdown(source).title === '') return 'Line 1: begin with the title, as in “# Terms of Service”.'
  return null
}
