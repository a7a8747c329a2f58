import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { api } from '@touchline/contract/api.ts'
import { firstPicture } from '@touchline/contract/first-picture.ts'
import { feedMarkKey, feedPageSize, firstPosts, postListKey } from '@touchline/contract/first-posts.ts'
import {
  listedPaths,
  type PageData,
  pageKeys,
  type PageRenderer,
  type RenderedPage,
} from '@touchline/contract/page-data.ts'
import type { Site } from '@touchline/contract/site.ts'
import type { DocumentName, SiteTexts } from '@touchline/contract/site-settings.ts'
import type { FrontPosts, Teaser } from '@touchline/contract/teasers.ts'
import { Refusal } from '#errors.ts'
import type { FastifyRequest } from 'fastify'
import { clockHeader } from '@touchline/contract/simulator.ts'
import { isOutside } from '#http/gate-cookie.ts'
import type { Answer } from '#http/routes.ts'
import type { PageDocument, PageRequest } from '#http/web-app.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import type { SiteInForce } from '#site/open-site.ts'
import { previewedAs, siteShownTo } from '#features/site/preview.ts'
import { cachedSiteFacts, siteFacts } from '#features/site/site-facts.ts'
import type { VisitCounter } from '#features/sources/count-visits.ts'
import { teasersOf } from '#features/teasers/teasers.ts'
import { siteStyle } from './site-style.ts'
import { headHtml, headOf, inScript, picturePreload, plainHead } from './head.ts'

/** The built renderer, inside the folder of the web app. */
const rendererFile = 'rendering/render-page.js'

/** Loads the renderer that the build has made; null without one, and browsers render everything themselves. */
async function loadRenderer(webFolder: string | null): Promise<PageRenderer | null> {
  const file = webFolder && join(webFolder, rendererFile)
  if (!file || !existsSync(file)) return null
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- web/src/render-page.tsx satisfies it
  return (await import(pathToFileURL(file).href)) as PageRenderer
}

/** Marks a preview. Only styles: no bundle holds it. */
const previewMark =
  "body::after{content:'Preview of the draft';position:fixed;right:8px;bottom:8px;z-index:90;padding:4px 12px;border-radius:99px;background:var(--caution-fill);color:var(--on-caution);font-size:13px;pointer-events:none}@media(width<64rem){body::after{bottom:76px}}"

const postPath = /^\/post\/([^/]+)$/
/** Rendered for every address without a page. */
const missingPath = '/404'
const maxDocuments = 500

/** What a document is made of. The same sources give the same document. */
type Sources = {
  site: Site
  texts: SiteTexts
  teaser?: Teaser | null | undefined
  front?: FrontPosts | undefined
}

/** The document to find. Without a path, or without a renderer, the browser renders. */
type Wanted = Sources & {
  name: string
  path: string | null
  isGateClosed?: true
  isVisitor: boolean
  aheadMs?: number
}

const bodyOf = (page: RenderedPage | null) => page && `<div id="root">${page.html}</div>`

const dataScript = (data: PageData) =>
  `<script type="application/json" id="page-data">${inScript(data)}</script>`

/** The long text of each reading page. */
const documentPages = new Map<string | null, DocumentName>([
  ['/terms', 'terms'],
  ['/privacy', 'privacy'],
  ['/influencer-info', 'about'],
])

function cacheOf(
  { site, texts, path, teaser, front, isVisitor, isGateClosed }: Wanted,
  documents: SiteInForce['documents'],
): PageData['cache'] {
  const name = isGateClosed ? undefined : documentPages.get(path)
  return [
    { key: pageKeys.site, data: site },
    // Few signed-in pages show them, and those fetch them.
    ...(isVisitor ? [{ key: pageKeys.texts, data: texts }] : []),
    ...(name ? [{ key: pageKeys.document(name), data: documents[name] }] : []),
    // Asking who a visitor is would only return 401, which browsers log as an error.
    ...(isVisitor ? [{ key: pageKeys.session, data: { state: 'signedOut' } }] : []),
    ...(teaser && !isGateClosed ? [{ key: pageKeys.teaser(teaser.id), data: teaser }] : []),
    ...(front ? [{ key: pageKeys.teasers, data: front }] : []),
  ]
}

/** Null when the person may not see it: the browser asks the API, which says why. */
async function unlessRefused<Reply>(reply: Promise<Reply>): Promise<Reply | null> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** What the first render of a members' page would ask the API for. */
async function firstAnswers(answer: Answer, { request, reply, path }: PageRequest) {
  const query = request.url === path ? firstPosts[path] : undefined
  const ask = { request, reply }
  const viewer = await unlessRefused(answer(api.accounts.signedInUser, ask, undefined))
  if (!viewer || viewer.isBlocked) return { cache: [], posts: [] }
  const session = { key: pageKeys.session, data: { state: 'signedIn', viewer } }
  const [page, mark] = query
    ? await Promise.all([
        unlessRefused(answer(api.posts.list, ask, query)),
        unlessRefused(answer(api.feed.showMark, ask, { limit: feedPageSize })),
      ])
    : []
  if (!query || !page || !mark || Array.isArray(page)) return { cache: [session], posts: [] }
  const first = { key: postListKey(query), data: page }
  return { cache: [session, first, { key: feedMarkKey(viewer.id), data: mark }], posts: page.posts }
}

/** Strangers get HTML with its data, people with a session the data alone. Documents are cached until it changes. */
export async function openPages(
  services: Services,
  {
    webFolder,
    answer,
    viewerOf,
    visits,
  }: {
    webFolder: string | null
    answer: Answer
    viewerOf: (request: FastifyRequest) => Promise<Viewer | null>
    visits: VisitCounter
  },
): Promise<(request: PageRequest) => Promise<PageDocument>> {
  const { address, log, site: inForce } = services
  const teasers = teasersOf(services)
  const readSite = cachedSiteFacts(services)
  const facts = siteFacts(services)
  const renderer = await loadRenderer(webFolder)
  const documents = new Map<string, { sources: Sources; document: Promise<PageDocument> }>()

  const isGateShut = (request: FastifyRequest, { gate }: Site) => gate.enabled && isOutside(request, services)

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

  const make = async (wanted: Wanted, longTexts = inForce.documents): Promise<PageDocument> => {
    const { site, path, teaser = null, isGateClosed } = wanted
    const cache = cacheOf(wanted, longTexts)
    const page = await render(wanted, cache)
    const sources = { site, siteUrl: address.url }
    const isIndexable = !isGateClosed && (teaser !== null || (path !== null && listedPaths.includes(path)))
    return {
      head:
        path !== null && page?.path
          ? headHtml(headOf({ ...sources, path, page, teaser }), sources)
          : plainHead(page ?? { title: site.name, description: site.creator.tagline || site.name }),
      body: bodyOf(page),
      data: dataScript({ rendered: page?.path ?? null, cache }),
      isMissing: wanted.teaser === null,
      isIndexable: page !== null && isIndexable,
    }
  }

  const documentOf = (wanted: Wanted): Promise<PageDocument> => {
    const { name, site, texts, teaser, front } = wanted
    const known = documents.get(name)
    if (known) {
      const { sources } = known
      const isSame = sources.site === site && sources.texts === texts
      if (isSame && sources.teaser === teaser && sources.front === front) return known.document
    }
    const document = make(wanted)
    documents.delete(name)
    documents.set(name, { sources: { site, texts, teaser, front }, document })
    // Maps iterate in insertion order.
    for (const oldest of documents.keys()) if (documents.size > maxDocuments) documents.delete(oldest)
    return document
  }

  /** All posts that are not shared have one page, and data of their own: that there is nothing to ask for. */
  const missingPost = async (wanted: Wanted, postId: string): Promise<PageDocument> => {
    const none = { key: pageKeys.teaser(postId), data: null }
    const document = await documentOf(wanted)
    return {
      ...document,
      data: dataScript({ rendered: null, cache: [...cacheOf(wanted, inForce.documents), none] }),
    }
  }

  /** The same document for everyone, and data of their own. */
  const memberPage = async (about: PageRequest, site: Site): Promise<PageDocument> => {
    const wanted: Wanted = {
      name: 'session',
      path: null,
      site,
      texts: inForce.texts,
      isVisitor: false,
    }
    const document = await documentOf(wanted)
    if (!about.request.server.load.hasRoomFor('feed')) return document
    const { cache: answers, posts } = await firstAnswers(answer, about)
    const [newest] = posts
    const cache = [
      ...cacheOf(wanted, inForce.documents),
      ...(about.path === '/subscribe' ? [{ key: pageKeys.texts, data: inForce.texts }] : []),
      ...answers,
    ]
    const aheadMs = Number(about.reply.getHeader(clockHeader) ?? 0) * 1000
    const isRendered =
      newest && renderer?.memberPaths.includes(about.path) && !isGateShut(about.request, site)
    const page = isRendered ? await render({ ...wanted, path: about.path, aheadMs }, cache) : null
    return {
      ...document,
      head: `${document.head}${newest ? picturePreload(firstPicture(newest)) : ''}`,
      body: bodyOf(page),
      data: dataScript({ rendered: page?.path ?? null, cache, aheadMs }),
      ...(page ? { style: `${siteStyle(inForce) ?? ''}${page.styles}` } : {}),
    }
  }

  /** The page with the draft of the settings, for an admin who previews it; null for everyone else. */
  const previewOf = async (about: PageRequest, path: string): Promise<PageDocument | null> => {
    const as = previewedAs(about.request, address)
    if (!as || path.startsWith('/admin')) return null
    const viewer = await viewerOf(about.request)
    const shown = await siteShownTo(services, about.request, viewer)
    if (viewer?.role !== 'admin' || shown === inForce) return null
    const isVisitor = as === 'visitor'
    const isRendered = isVisitor && (renderer?.publicPaths.includes(path) ?? false)
    const sources = { site: await facts(shown), texts: shown.texts }
    const front = path === '/' && isVisitor ? { front: await teasers.newest() } : {}
    const wanted = { name: 'preview', path: isRendered ? path : null, ...sources, ...front, isVisitor }
    const document = await make(wanted, shown.documents)
    return {
      ...document,
      // Members' pages are drawn by the browser, which would fetch the texts.
      data: isVisitor
        ? document.data
        : dataScript({
            rendered: null,
            cache: [...cacheOf(wanted, shown.documents), { key: pageKeys.texts, data: shown.texts }],
          }),
      isIndexable: false,
      style: `${siteStyle(shown) ?? ''}${previewMark}`,
    }
  }

  return async (about) => {
    const { request, path: requested, isPage, hasSession } = about
    const path = requested.replace(/(.)\/$/, '$1')
    const preview = hasSession ? await previewOf(about, path) : null
    if (preview) return preview
    const site = await readSite()
    const { texts } = inForce
    if (hasSession) return memberPage(about, site)
    if (isPage) visits.countPage(request)
    const visitor = { site, texts, isVisitor: true }
    if (renderer?.emailLinkPaths.includes(path)) return documentOf({ ...visitor, name: 'plain', path: null })

    const postId = postPath.exec(path)?.[1]
    const teaser = postId === undefined ? undefined : await teasers.byId(postId)
    if (isGateShut(request, site)) {
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
