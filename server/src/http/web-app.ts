import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#errors.ts'
import { isForPrograms, namesFile } from './page-addresses.ts'

/** Stripe.js needs these; card fields and bank challenges are Stripe's frames. */
const stripeSources = {
  script: ' https://js.stripe.com https://*.js.stripe.com',
  connect: ' https://api.stripe.com',
  frame: ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
}
const noSources = { script: '', connect: '', frame: '' }

const contentSecurityPolicy = (nonce: string, more: typeof noSources) =>
  [
    "default-src 'none'",
    `script-src 'self'${more.script}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${more.connect}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src 'self'${more.frame}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const insteadOffline = new Map([
  ['worker.js', 'worker-off.js'],
  ['site.webmanifest', 'site-off.webmanifest'],
])

/** Precompressed variants, which are served under the original name. */
const isCompressed = (path: string) => /\.(br|gz)$/.test(path)
/** Hidden files, such as those that other programs probe for. */
const isHidden = (path: string) => path.includes('/.')

/** Matches the paths of the built web app's pages. Without their list any path matches. */
async function readPages(distFolder: string): Promise<(path: string) => boolean> {
  const list = await readFile(join(distFolder, 'pages.json'), 'utf8').catch(() => null)
  if (list === null) return () => true
  const patterns: string[] = JSON.parse(list)
  const pages = patterns.map((pattern) => pattern.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/]+'))
  const isPage = new RegExp(`^(?:${pages.join('|')})/?$`)
  return (path) => isPage.test(path)
}

/** A request for a page. `isPage`: the web app has a page at this path. */
export type PageRequest = { request: FastifyRequest; path: string; isPage: boolean; hasSession: boolean }

/** The parts are HTML. Without a `body` the browser renders. `isMissing`: what the address names does not exist. */
export type PageDocument = {
  head: string
  body: string | null
  data: string
  isMissing: boolean
  isIndexable: boolean
}

const nonceMark = '__CSP_NONCE__'

const withNonce = (text: string, nonce: string) => text.replaceAll(nonceMark, nonce)

function splitAt(html: string, name: string) {
  const [before = '', rest = ''] = html.split(`<!--${name}-->`)
  const [inside = '', after = ''] = rest.split(`<!--/${name}-->`)
  return { before, inside, after }
}

/** Splits the built page at its comments, so that the nonce reaches no text of people. */
function parsePage(html: string) {
  const head = splitAt(html, 'head')
  const body = splitAt(head.after, 'page')
  const isWhole = [head, body].every(({ after }) => after !== '')
  return (document: PageDocument | null, nonce: string) =>
    document && isWhole
      ? [
          withNonce(head.before, nonce),
          document.head,
          withNonce(body.before, nonce),
          document.body ?? body.inside,
          document.data,
          withNonce(body.after, nonce),
        ].join('')
      : withNonce(html, nonce)
}

/**
 * Files under /assets are cached for a year; everything else is a page, or 404. Unknown paths of programs stay JSON.
 * `paysAtStripe`: the page may load Stripe. `isOpenToAll`: search engines may index what `documentOf` allows.
 * Without `opensOffline` browsers delete their offline cache. `documentOf` fills the pages that people navigate to;
 * other requests, such as the service worker's, get the page that fits every address.
 */
export async function serveWebApp(
  app: FastifyInstance,
  distFolder: string | null,
  {
    paysAtStripe,
    isOpenToAll,
    opensOffline,
    hasSession,
    documentOf,
  }: {
    paysAtStripe: boolean
    isOpenToAll: boolean
    opensOffline: boolean
    hasSession: (request: FastifyRequest) => boolean
    documentOf: (about: PageRequest) => Promise<PageDocument | null>
  },
) {
  const outside = paysAtStripe ? stripeSources : noSources
  app.setNotFoundHandler(() => {
    throw notFound('Page')
  })
  const page = distFolder && (await readFile(join(distFolder, 'index.html'), 'utf8').catch(() => null))
  if (!distFolder || !page) return

  const pageWithout = (mark: string) =>
    parsePage(
      page
        .split('\n')
        .filter((line) => !line.includes(mark))
        .join('\n'),
    )
  // Preloads of members-only code (`data-members`) are left out for visitors, some are for the home page only.
  const forVisitors = pageWithout(' data-members')
  const forMembers = pageWithout(' data-members="home"')
  const forHome = parsePage(page)
  const isPage = await readPages(distFolder)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const about = { request, path, isPage: isPage(path), hasSession: hasSession(request) }
    // A script asks for it: the service worker keeps it for every address. Crawlers and old browsers say nothing.
    const isNavigation = request.headers['sec-fetch-dest'] !== 'empty'
    const document = isNavigation
      ? await documentOf(about).catch((err: unknown) => {
          // Without the database the app still opens and says so.
          request.log.error({ err }, 'filling a page failed')
          return null
        })
      : null
    if (isOpenToAll && about.isPage && document?.isIndexable && !document.isMissing)
      void reply.removeHeader('x-robots-tag')
    const nonce = randomBytes(16).toString('base64')
    return reply
      .code(about.isPage && !document?.isMissing ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', contentSecurityPolicy(nonce, outside))
      .send((!about.hasSession ? forVisitors : path === '/' ? forHome : forMembers)(document, nonce))
  }
  const names = await readdir(distFolder, { recursive: true })
  const files = new Set(names.filter((name) => !isCompressed(name) && !name.startsWith('rendering/')))
  await app.register(fastifyStatic, {
    root: distFolder,
    serve: false,
    cacheControl: false,
    preCompressed: true,
  })

  app.get('/*', { config: { access: 'public' } }, (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const file = path.slice(1)
    if (namesFile(path) && files.has(file) && file !== 'index.html') {
      const isHashed = file.startsWith('assets/')
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      return reply.sendFile((!opensOffline && insteadOffline.get(file)) || file)
    }
    if (isForPrograms(path) || namesFile(path) || isHidden(path)) throw notFound('Page')
    return sendPage(request, reply, path)
  })
}
