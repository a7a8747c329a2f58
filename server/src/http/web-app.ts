import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#errors.ts'
import { isForPrograms, namesFile } from './page-addresses.ts'

/** What Stripe.js needs by Stripe's own guide; its fields and its question from the bank are frames of theirs. */
const ofStripe = {
  script: ' https://js.stripe.com https://*.js.stripe.com',
  connect: ' https://api.stripe.com',
  frame: ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
}
const ofNobody = { script: '', connect: '', frame: '' }

const contentSecurityPolicy = (nonce: string, more: typeof ofNobody) =>
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

/** What is served in place of a file where browsers are to keep nothing for opening offline. */
const insteadOffline = new Map([
  ['worker.js', 'worker-off.js'],
  ['site.webmanifest', 'site-off.webmanifest'],
])

/** The same file compressed ahead, for who asks for the file and takes it so. */
const isCompressed = (path: string) => /\.(br|gz)$/.test(path)
/** What there is to read for those who are not members, and so may be found by search engines. */
const isPublicPage = (path: string) => /^\/(terms|privacy|rules|influencer-info)?$/.test(path)
/** What machines keep beside a site, and others ask for: no person opens it. */
const isHidden = (path: string) => path.includes('/.')

/** Recognises the addresses at which the built web has a page; without their list any may be one. */
async function readPages(distFolder: string): Promise<(path: string) => boolean> {
  const list = await readFile(join(distFolder, 'pages.json'), 'utf8').catch(() => null)
  if (list === null) return () => true
  const patterns: string[] = JSON.parse(list)
  const pages = patterns.map((pattern) => pattern.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/]+'))
  const isPage = new RegExp(`^(?:${pages.join('|')})/?$`)
  return (path) => isPage.test(path)
}

/**
 * Serves the built web app: hashed files under /assets for ever, as they were compressed ahead, everything else that a
 * person may open as the one page, with a fresh nonce for the styles that dialogs add, and with 404 where it will say
 * that there is none. Unknown paths of programs, as under /api and /media, stay JSON. Without a built web only the API answers. Only where `paysAtStripe` may the page
 * talk to anybody but this site, and only without a gate (`isOpenToAll`) may search engines find what is public.
 * Without `opensOffline` browsers are told to forget what they keep for opening it. `hasSession` tells whether a
 * browser says that somebody is signed in; the page of everybody else says so, and does not ask who they are.
 */
export async function serveWebApp(
  app: FastifyInstance,
  distFolder: string | null,
  {
    paysAtStripe,
    isOpenToAll,
    opensOffline,
    hasSession,
  }: {
    paysAtStripe: boolean
    isOpenToAll: boolean
    opensOffline: boolean
    hasSession: (request: FastifyRequest) => boolean
  },
) {
  const outside = paysAtStripe ? ofStripe : ofNobody
  app.setNotFoundHandler(() => {
    throw notFound('Page')
  })
  const page = distFolder && (await readFile(join(distFolder, 'index.html'), 'utf8').catch(() => null))
  if (!distFolder || !page) return

  // What only members load is asked for early (`data-members`) for those alone who may be some.
  const forVisitors = page
    .split('\n')
    .filter((line) => !line.includes(' data-members'))
    .join('\n')
  // Only for a page that is opened now: a copy that a service worker keeps may be opened by somebody signed in.
  const forNewVisitors = forVisitors.replace('<title>', '<meta name="visitor" /><title>')
  const pageFor = (request: FastifyRequest) =>
    hasSession(request)
      ? page
      : request.headers['sec-fetch-mode'] === 'navigate'
        ? forNewVisitors
        : forVisitors
  const isPage = await readPages(distFolder)
  const sendPage = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    if (isOpenToAll && isPublicPage(path)) void reply.removeHeader('x-robots-tag')
    const nonce = randomBytes(16).toString('base64')
    return reply
      .code(isPage(path) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', contentSecurityPolicy(nonce, outside))
      .send(pageFor(request).replaceAll('__CSP_NONCE__', nonce))
  }
  const names = await readdir(distFolder, { recursive: true })
  const files = new Set(names.filter((name) => !isCompressed(name)))
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
