import type { firstPicture } from '@touchline/contract/first-picture.ts'
import type { RenderedPage } from '@touchline/contract/page-data.ts'
import type { Site } from '@touchline/contract/site.ts'
import { kindAndLength, teaserName, teaserWords } from '@touchline/contract/teaser-text.ts'
import type { Teaser } from '@touchline/contract/teasers.ts'
import { cardSize, postCardPath, siteCardPath } from './card-paths.ts'

/** What a link preview and a search engine show of a page. */
type Head = {
  title: string
  description: string
  /** The title of the link preview. */
  shareTitle: string
  path: string
  imagePath: string
  kind: 'website' | 'article' | 'video.other'
  jsonLd: object | null
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character)

/** JSON that a `script` element can contain. */
export const inScript = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)

const maxTitle = 110

/** Shortens a title for a preview without breaking a character. */
export function shortened(text: string, max = maxTitle): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const characters = Array.from(line.slice(0, max * 2))
  return characters.length > max
    ? `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
    : line
}

const descriptionOf = (teaser: Teaser, { creator, name }: Site) =>
  teaser.lines ??
  `${kindAndLength(teaser)}${creator.name === null ? '' : `, by ${creator.name}`}, for members of ${name}. ${teaserWords[teaser.mediaType].join}.`

const organization = (site: Site, siteUrl: string) => ({
  '@type': 'Organization',
  '@id': `${siteUrl}/#organization`,
  name: site.name,
  url: `${siteUrl}/`,
  logo: `${siteUrl}/icon-512.png`,
})

const graph = (...items: object[]) => ({ '@context': 'https://schema.org', '@graph': items })

const siteGraph = (site: Site, siteUrl: string) =>
  graph(organization(site, siteUrl), {
    '@type': 'WebSite',
    '@id': `${siteUrl}/#website`,
    name: site.name,
    url: `${siteUrl}/`,
    description: site.creator.tagline,
    publisher: { '@id': `${siteUrl}/#organization` },
  })

const isoDuration = (durationMs: number) => `PT${Math.max(1, Math.round(durationMs / 1000))}S`

/** Names the paid part as Google asks for paywalled content: the element with this class. */
const membersPart = { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.members-only' }

function postGraph(teaser: Teaser, site: Site, siteUrl: string) {
  const image = `${siteUrl}${postCardPath(teaser)}`
  const shared = {
    url: `${siteUrl}/post/${teaser.id}`,
    description: descriptionOf(teaser, site),
    isAccessibleForFree: teaser.clip !== null,
    ...(teaser.clip ? {} : { hasPart: membersPart }),
    publisher: { '@id': `${siteUrl}/#organization` },
    ...(site.creator.name === null ? {} : { author: { '@type': 'Person', name: site.creator.name } }),
  }
  const item =
    teaser.mediaType === 'video'
      ? {
          '@type': 'VideoObject',
          name: shortened(teaserName(teaser)),
          thumbnailUrl: image,
          ...(teaser.clip ? { contentUrl: `${siteUrl}${teaser.clip.url}` } : {}),
          uploadDate: teaser.createdAt,
          ...(teaser.durationMs === null ? {} : { duration: isoDuration(teaser.durationMs) }),
        }
      : {
          '@type': 'Article',
          headline: shortened(teaserName(teaser)),
          image,
          datePublished: teaser.createdAt,
        }
  return graph(organization(site, siteUrl), { ...item, ...shared })
}

type Input = { site: Site; siteUrl: string; path: string; page: RenderedPage; teaser: Teaser | null }

/** The head of a rendered page. Behind the gate the preview shows the card of the post and nothing is indexed. */
export function headOf({ site, siteUrl, path, page, teaser }: Input): Head {
  const isGate = page.path === 'gate'
  if (teaser)
    return {
      title: page.title,
      description: shortened(descriptionOf(teaser, site), 300),
      shareTitle: shortened(teaserName(teaser)),
      path: `/post/${teaser.id}`,
      imagePath: postCardPath(teaser),
      kind: teaser.mediaType === 'video' ? 'video.other' : 'article',
      jsonLd: isGate ? null : postGraph(teaser, site, siteUrl),
    }
  return {
    title: page.title,
    description: page.description,
    shareTitle: path === '/' || isGate ? (site.creator.name ?? site.name) : page.title,
    path: isGate ? '/' : path,
    imagePath: siteCardPath(site),
    kind: 'website',
    jsonLd: isGate ? null : siteGraph(site, siteUrl),
  }
}

type Picture = ReturnType<typeof firstPicture>

/** Lets the browser load a picture before the scripts that show it. */
export function picturePreload({ sources, sizes }: Picture): string {
  const type = sources[0]?.mimeType
  if (type === undefined) return ''
  const srcSet = sources.flatMap(({ mimeType, url, width }) => (mimeType === type ? `${url} ${width}w` : []))
  return `<link rel="preload" as="image" type="${escapeHtml(type)}" imagesrcset="${escapeHtml(srcSet.join(', '))}" imagesizes="${escapeHtml(sizes)}" fetchpriority="high" />`
}

/** The head of a page that is neither shared nor indexed. */
export const plainHead = ({ title, description }: Pick<RenderedPage, 'title' | 'description'>) =>
  [titleTag(title), meta('name', 'description', description)].join(separator)

const separator = '\n    '
const titleTag = (title: string) => `<title>${escapeHtml(title)}</title>`
const meta = (attribute: 'name' | 'property', name: string, content: string | number) =>
  `<meta ${attribute}="${name}" content="${escapeHtml(String(content))}" />`

/** Writes a head as HTML. */
export function headHtml(head: Head, { site, siteUrl }: Pick<Input, 'site' | 'siteUrl'>): string {
  const url = `${siteUrl}${head.path}`
  const image = `${siteUrl}${head.imagePath}`
  return [
    titleTag(head.title),
    meta('name', 'description', head.description),
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    meta('property', 'og:site_name', site.name),
    meta('property', 'og:type', head.kind),
    meta('property', 'og:title', head.shareTitle),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', image),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', cardSize.width),
    meta('property', 'og:image:height', cardSize.height),
    meta('property', 'og:image:alt', head.shareTitle),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', head.shareTitle),
    meta('name', 'twitter:description', head.description),
    meta('name', 'twitter:image', image),
    ...(head.jsonLd ? [`<script type="application/ld+json">${inScript(head.jsonLd)}</script>`] : []),
  ].join(separator)
}
