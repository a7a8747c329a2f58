import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { IconName } from '@touchline/contract/site.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#errors.ts'
import { isForPrograms, movedTo, namesFile } from './page-addresses.ts'

/** Stripe.js needs these; card fields and bank challenges are Stripe's frames. */
const stripeSources = {
  script: ' https://js.stripe.com https://*.js.stripe.com',
  connect: ' https://api.stripe.com',
  frame: ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
}
const noSources = { script: '', connect: '', frame: '' }

const contentSecurityPolicy = (nonce: string, more: typeof noSources, cdn: string) =>
  [
    "default-src 'none'",
    `script-src 'self'${more.script}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    `media-src 'self' blob:${cdn}`,
    "font-src 'self'",
    `connect-src 'self'${more.connect}${cdn}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src 'self'${more.frame}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const insteadOffline = new Map([['worker.js', 'worker-off.js']])

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
export type PageRequest = {
  request: FastifyRequest
  reply: FastifyReply
  path: string
  isPage: boolean
  hasSession: boolean
}

/** The parts are HTML. Without a `body` the browser renders. `isMissing`: what the address names does not exist. */
export type PageDocument = {
  head: string
  body: string | null
  data: string
  isMissing: boolean
  isIndexable: boolean
  /** Instead of the style of the site. */
  style?: string
}

const nonceMark = '__CSP_NONCE__'

const withNonce = (text: string, nonce: string) => text.replaceAll(nonceMark, nonce)

type Icons = ((name: IconName) => string) | null

/** Adds styles to the end of the head. Nothing before it can contain its tag: texts are escaped. */
const withStyle = (html: string, { style, nonce }: { style: string | null; nonce: string }) =>
  style === null ? html : html.replace('</head>', () => `<style nonce="${nonce}">${style}</style></head>`)

/** Links the icons of the site instead of the built-in ones. */
const withIcons = (html: string, icons: Icons) =>
  icons
    ? html
        .replace('href="/favicon.svg" type="image/svg+xml"', `href="${icons('favicon')}" type="image/png"`)
        .replace('href="/apple-touch-icon.png"', `href="${icons('apple-touch-icon')}"`)
    : html

const manifestIcons = (icons: NonNullable<Icons>) => [
  { src: icons('icon-192'), sizes: '192x192', type: 'image/png' },
  { src: icons('icon-512'), sizes: '512x512', type: 'image/png' },
  { src: icons('icon-maskable'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

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
 * `paysAtStripe`: the page may load Stripe. `cdnUrl`: where it may load segments of films. `isOpenToAll`: search
 * engines may index what `documentOf` allows. Without `opensOffline` browsers delete their offline cache. `site` is
 * read with every page. `documentOf` fills the pages that people navigate to; other requests, such as the service
 * worker's, get the page that fits every address.
 */
export async function serveWebApp(
  app: FastifyInstance,
  distFolder: string | null,
  {
    paysAtStripe,
    cdnUrl,
    isOpenToAll,
    opensOffline,
    site,
    hasSession,
    documentOf,
  }: {
    paysAtStripe: boolean
    cdnUrl: string | null
    isOpenToAll: () => boolean
    opensOffline: boolean
    site: () => { name: string; style: string | null; icons: Icons }
    hasSession: (request: FastifyRequest) => boolean
    documentOf: (about: PageRequest) => Promise<PageDocument | null>
  },
) {
  const outside = paysAtStripe ? stripeSources : noSources
  const cdn = cdnUrl === null ? '' : ` ${cdnUrl}`
  app.setNotFoundHandler(() => {
    throw notFound('Page')
  })
  const page = distFolder && (await readFile(join(distFolder, 'index.html'), 'utf8').catch(() => null))
  if (!distFolder || !page) return

  const pageWithout = (...marks: string[]) =>
    parsePage(
      page
        .split('\n')
        .filter((line) => !marks.some((mark) => line.includes(mark)))
        .join('\n'),
    )
  // Some preloads are for members only, some of these for the home page only, and others for visitors only.
  const forVisitors = pageWithout(' data-members')
  const forMembers = pageWithout(' data-visitors', ' data-members="home"')
  const forHome = pageWithout(' data-visitors')
  const isPage = await readPages(distFolder)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const about = { request, reply, path, isPage: isPage(path), hasSession: hasSession(request) }
    // A script asks for it: the service worker keeps it for every address. Crawlers and old browsers say nothing.
    const isNavigation = request.headers['sec-fetch-dest'] !== 'empty'
    const document = isNavigation
      ? await documentOf(about).catch((err: unknown) => {
          // Without the database the app still opens and says so.
          request.log.error({ err }, 'filling a page failed')
          return null
        })
      : null
    if (isOpenToAll() && about.isPage && document?.isIndexable && !document.isMissing)
      void reply.removeHeader('x-robots-tag')
    const nonce = randomBytes(16).toString('base64')
    return reply
      .code(about.isPage && !document?.isMissing ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', about.hasSession ? 'no-store' : 'no-cache')
      .header('content-security-policy', contentSecurityPolicy(nonce, outside, cdn))
      .send(
        withStyle(
          withIcons(
            (!about.hasSession ? forVisitors : path === '/' ? forHome : forMembers)(document, nonce),
            site().icons,
          ),
          { style: document?.style ?? site().style, nonce },
        ),
      )
  }
  const names = await readdir(distFolder, { recursive: true })
  const files = new Set(names.filter((name) => !isCompressed(name) && !name.startsWith('rendering/')))
  await app.register(fastifyStatic, {
    root: distFolder,
    serve: false,
    cacheControl: false,
    preCompressed: true,
  })

  const manifestFile = opensOffline ? 'site.webmanifest' : 'site-off.webmanifest'
  const manifests = new Map<string, object>(
    files.has(manifestFile)
      ? [['site.webmanifest', JSON.parse(await readFile(join(distFolder, manifestFile), 'utf8'))]]
      : [],
  )

  app.get('/*', { config: { access: 'public' } }, (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const file = path.slice(1)
    if (namesFile(path) && files.has(file) && file !== 'index.html') {
      const manifest = manifests.get(file)
      if (manifest) {
        const { name, icons } = site()
        const own = icons ? { icons: manifestIcons(icons) } : {}
        void reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8')
        return reply.send(JSON.stringify({ ...manifest, ...own, name, short_name: name }))
      }
      const isHashed = file.startsWith('assets/')
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      return reply.sendFile((!opensOffline && insteadOffline.get(file)) || file)
    }
    if (isForPrograms(path) || namesFile(path) || isHidden(path)) throw notFound('Page')
    const moved = movedTo(request.url)
    return moved ? reply.redirect(moved, 308) : sendPage(request, reply, path)
  })
}
