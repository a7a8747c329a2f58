import { api } from '@touchline/contract/api.ts'
import { listedPaths } from '@touchline/contract/page-data.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decrypt } from '#crypto/encrypt.ts'
import { notFound } from '#errors.ts'
import { closedGate } from '#features/gate/settings.ts'
import { servedFileLookup } from '#features/media-access/media-owner.ts'
import { refuseEmbedding } from '#features/media-access/refuse-embedding.ts'
import { serveFile } from '#features/media-access/serve-file.ts'
import { servedHeaders } from '#features/media-access/served-headers.ts'
import { cachedSiteFacts } from '#features/site/site-facts.ts'
import { teasersOf } from '#features/teasers/teasers.ts'
import type { Route } from '#http/routes.ts'
import { limits } from '#limits/limits.ts'
import type { Services } from '#services.ts'
import { cardCache } from './card-cache.ts'
import { fingerprint, postCardKey, siteCardKey } from './card-paths.ts'

/** The image library takes 20 MB; most processes draw no card. */
const loadLinkCard = () => import('./link-card.ts')

/** Allows every page: members' pages have a noindex header, which a crawler must read, and previews need the cards. */
const robotsText = ({ siteUrl, isOpenToAll }: { siteUrl: string; isOpenToAll: boolean }) =>
  ['User-agent: *', 'Allow: /', ...(isOpenToAll ? ['', `Sitemap: ${siteUrl}/sitemap.xml`] : []), ''].join(
    '\n',
  )

type Sitemap = { siteUrl: string; paths: readonly string[]; posts: { id: string; createdAt: Date }[] }

/** The sitemap (sitemaps.org). All addresses consist of characters that need no escaping. */
const sitemapXml = ({ siteUrl, paths, posts }: Sitemap) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${siteUrl}${path}</loc></url>`),
    ...posts.map(
      ({ id, createdAt }) =>
        `<url><loc>${siteUrl}/post/${id}</loc><lastmod>${createdAt.toISOString()}</lastmod></url>`,
    ),
    '</urlset>',
    '',
  ].join('\n')

/** Shown by other sites, and cached by them. */
const cardHeaders = {
  'cache-control': 'public, max-age=86400',
  'cross-origin-resource-policy': 'cross-origin',
}

const variantForm = /^[A-Za-z0-9-]{1,24}$/

/** What a clip is played from; not the upload, the pictures in other sizes, or the strip. */
const rolesOfClip = new Set(['whole', 'stream', 'poster', 'captions'])

export function routes(route: Route, services: Services): void {
  const { address, site: inForce } = services
  const teasers = teasersOf(services)
  const readSite = cachedSiteFacts(services)
  const card = cardCache()
  const isGateClosed = closedGate(services)
  const isOpenToAll = () => !inForce.settings.gateIsOn
  const files = servedFileLookup(services.db)

  const sendCard = async (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { name, key, draw }: { name: string; key: string; draw: () => Promise<Buffer> },
  ) => {
    const etag = `"${key}"`
    void reply.headers({ ...cardHeaders, etag }).type('image/png')
    if (isOpenToAll()) void reply.removeHeader('x-robots-tag')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.send(await card(name, key, draw))
  }

  route(
    api.teasers.siteCard,
    async (exchange) => {
      const site = await readSite()
      return sendCard(exchange, {
        name: 'site',
        key: siteCardKey(site),
        draw: async () => (await loadLinkCard()).drawSiteCard(site, services.site.settings.cover),
      })
    },
    { limit: limits.linkCard, isAsIs: true },
  )

  route(
    api.teasers.showClip,
    async ({ params: { id, variant }, request, reply }) => {
      refuseEmbedding(request)
      const mediaId = (await isGateClosed(request)) ? null : await teasers.clipMedia(id)
      if (mediaId === null || !variantForm.test(variant)) throw notFound('Clip')
      const [file] = await files.execute({ mediaId, variant })
      if (!file || !rolesOfClip.has(file.role)) throw notFound('Clip')
      if (file.sealed) {
        const key = decrypt(file.sealed, services.secret)
        if (key === null) throw notFound('Clip')
        return reply.headers(servedHeaders(file)).type(file.mimeType).send(Buffer.from(key, 'base64'))
      }
      // The key contains the name of the media item.
      const etag = `"${fingerprint(file.key, file.bytes)}"`
      return serveFile({ request, reply }, { ...file, etag }, services, { onOpen: () => {} })
    },
    { limit: limits.clip, isAsIs: true },
  )

  route(
    api.teasers.postCard,
    async ({ params, ...exchange }) => {
      const [teaser, site] = await Promise.all([teasers.byId(params.id), readSite()])
      if (!teaser) throw notFound('Post')
      const key = `${postCardKey(teaser)}${siteCardKey(site)}`
      const draw = async () => (await loadLinkCard()).drawPostCard(teaser, site)
      return sendCard(exchange, { name: teaser.id, key, draw })
    },
    { limit: limits.linkCard, isAsIs: true },
  )

  route(api.teasers.robots, ({ reply }) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(robotsText({ siteUrl: address.url, isOpenToAll: isOpenToAll() })),
  )

  route(api.teasers.sitemap, async ({ reply }) => {
    if (!isOpenToAll()) throw notFound('Sitemap')
    const posts = await teasers.listed()
    return reply
      .type('application/xml; charset=utf-8')
      .send(sitemapXml({ siteUrl: address.url, paths: listedPaths, posts }))
  })
}
