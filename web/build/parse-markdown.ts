import type { Block, MarkdownDocument, Run } from '../src/markdown-document.ts'

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
    else throw new Error(`Only https and mailto links are allowed: ${href}`)
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

/** Parses the subset of Markdown in our content files. Throws on a link that could run script. */
export function parseMarkdown(source: string): MarkdownDocument {
  const result: MarkdownDocument = { title: '', lead: [], sections: [] }
  const withoutComments = source.replaceAll('\r\n', '\n').replaceAll(/<!--[\s\S]*?-->/g, '')
  for (const raw of withoutComments.split(/\n{2,}/)) {
    const paragraph = raw.trim()
    if (paragraph === '') continue
    const [first = '', ...rest] = paragraph.split('\n')
    const heading = /^(?<marks>#{1,2}) +(?<title>.+)$/.exec(first)
    if (heading) {
      const title = heading.groups?.['title']?.trim() ?? ''
      if (heading.groups?.['marks'] === '#') result.title = title
      else result.sections.push({ id: toId(title), title, blocks: [] })
    }
    const text = heading ? rest.join('\n').trim() : paragraph
    if (text !== '') (result.sections.at(-1)?.blocks ?? result.lead).push(toBlock(text))
  }
  return result
}
