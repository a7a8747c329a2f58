import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  listedPaths,
  type PageData,
  pageKeys,
  type PageRenderer,
  type RenderedPage,
} from '@touchline/contract/page-data.ts'
import type { Site } from '@touchline/contract/site.ts'
import type { FrontPosts, Teaser } from '@touchline/contract/teasers.ts'
import { isGateClosed as isClosedFor } from '#http/gate-cookie.ts'
import type { PageDocument, PageRequest } from '#http/web-app.ts'
import type { Services } from '#services.ts'
import { cachedSiteFacts } from '#features/site/site-facts.ts'
import { teasersOf } from '#features/teasers/teasers.ts'
import { headHtml, headOf, inScript, plainHead } from './head.ts'

/** The built renderer, inside the folder of the web app. */
const rendererFile = 'rendering/render-page.js'

/** Loads the renderer that the build has made; null without one, and browsers render everything themselves. */
async function loadRenderer(webFolder: string | null): Promise<PageRenderer | null> {
  const file = webFolder && join(webFolder, rendererFile)
  if (!file || !existsSync(file)) return null
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- web/src/render-page.tsx satisfies it
  return (await import(pathToFileURL(file).href)) as PageRenderer
}

const postPath = /^\/post\/([^/]+)$/
/** Rendered for every address without a page. */
const missingPath = '/404'
const maxDocuments = 500

/** What a document is made of. The same sources give the same document. */
type Sources = { site: Site; teaser?: Teaser | null | undefined; front?: FrontPosts | undefined }

/** The document to find. Without a path, or without a renderer, the browser renders. */
type Wanted = Sources & { name: string; path: string | null; isGateClosed?: true; isVisitor: boolean }

const dataScript = (data: PageData) =>
  `<script type="application/json" id="page-data">${inScript(data)}</script>`

function cacheOf({ site, teaser, front, isVisitor, isGateClosed }: Wanted): PageData['cache'] {
  return [
    { key: pageKeys.site, data: site },
    // Asking who a visitor is would only return 401, which browsers log as an error.
    ...(isVisitor ? [{ key: pageKeys.session, data: { state: 'signedOut' } }] : []),
    ...(teaser && !isGateClosed ? [{ key: pageKeys.teaser(teaser.id), data: teaser }] : []),
    ...(front ? [{ key: pageKeys.teasers, data: front }] : []),
  ]
}

/** Strangers get HTML with its data, people with a session the data alone. Documents are cached until it changes. */
export async function openPages(
  services: Services,
  webFolder: string | null,
): Promise<(request: PageRequest) => Promise<PageDocument>> {
  const { address, log } = services
  const teasers = teasersOf(services)
  const readSite = cachedSiteFacts(services)
  const renderer = await loadRenderer(webFolder)
  const documents = new Map<string, { sources: Sources; document: Promise<PageDocument> }>()

  const render = async (wanted: Wanted, cache: PageData['cache']): Promise<RenderedPage | null> => {
    const { path, isGateClosed = false, ...sources } = wanted
    if (path === null || !renderer) return null
    try {
      return await renderer.renderPage({ path, isGateClosed, ...sources }, cache)
    } catch (err) {
      // The browser renders the page itself.
      log.error({ err, path }, 'rendering a page failed')
      return null
    }
  }

  const make = async (wanted: Wanted): Promise<PageDocument> => {
    const { site, path, teaser = null, isGateClosed } = wanted
    const cache = cacheOf(wanted)
    const page = await render(wanted, cache)
    const sources = { site, siteUrl: address.url }
    const isIndexable = !isGateClosed && (teaser !== null || (path !== null && listedPaths.includes(path)))
    return {
      head:
        path !== null && page?.path
          ? headHtml(headOf({ ...sources, path, page, teaser }), sources)
          : plainHead(page ?? { title: site.name, description: site.creator.tagline }),
      body: page && `<div id="root">${page.html}</div>`,
      data: dataScript({ rendered: page?.path ?? null, cache }),
      isMissing: wanted.teaser === null,
      isIndexable: page !== null && isIndexable,
    }
  }

  const documentOf = (wanted: Wanted): Promise<PageDocument> => {
    const { name, site, teaser, front } = wanted
    const known = documents.get(name)
    if (known) {
      const { sources } = known
      if (sources.site === site && sources.teaser === teaser && sources.front === front) return known.document
    }
    const document = make(wanted)
    documents.delete(name)
    documents.set(name, { sources: { site, teaser, front }, document })
    // Maps iterate in insertion order.
    for (const oldest of documents.keys()) if (documents.size > maxDocuments) documents.delete(oldest)
    return document
  }

  /** All posts that are not shared have one page, and data of their own: that there is nothing to ask for. */
  const missingPost = async (wanted: Wanted, postId: string): Promise<PageDocument> => {
    const none = { key: pageKeys.teaser(postId), data: null }
    const document = await documentOf(wanted)
    return { ...document, data: dataScript({ rendered: null, cache: [...cacheOf(wanted), none] }) }
  }

  return async ({ request, path: requested, isPage, hasSession }) => {
    const site = await readSite()
    const path = requested.replace(/(.)\/$/, '$1')
    if (hasSession) return documentOf({ name: 'session', path: null, site, isVisitor: false })
    const visitor = { site, isVisitor: true }
    if (renderer?.emailLinkPaths.includes(path)) return documentOf({ ...visitor, name: 'plain', path: null })

    const postId = postPath.exec(path)?.[1]
    const teaser = postId === undefined ? undefined : await teasers.byId(postId)
    if (isClosedFor(request, services)) {
      const name = `gate ${teaser === undefined ? 'page' : (teaser?.id ?? 'none')}`
      return documentOf({ ...visitor, name, path: '/', teaser, isGateClosed: true })
    }
    if (teaser) {
      const own = `/post/${teaser.id}`
      return documentOf({ ...visitor, name: own, path: own, teaser })
    }
    if (postId !== undefined)
      return missingPost({ ...visitor, name: 'missing post', path: missingPath, teaser: null }, postId)
    if (!isPage) return documentOf({ ...visitor, name: 'missing page', path: missingPath })
    if (!renderer?.publicPaths.includes(path)) return documentOf({ ...visitor, name: 'plain', path: null })
    if (path !== '/') return documentOf({ ...visitor, name: path, path })
    return documentOf({ ...visitor, name: path, path, front: await teasers.newest() })
  }
}
