import { api } from '@touchline/contract/api.ts'
import { notFound } from '#errors.ts'
import { smallFiles } from '#features/media-access/small-files.ts'
import { servedFileLookup } from '#features/media-access/media-owner.ts'
import { serveFile } from '#features/media-access/serve-file.ts'
import { squareVariant } from '#features/media/square-variant.ts'
import type { Route } from '#http/routes.ts'
import { iconCache } from '#site/icons.ts'
import type { Services } from '#services.ts'
import { publicAvatar } from './creator-of.ts'
import { openApiDocument } from './openapi.ts'
import { setPreview, siteShownTo } from './preview.ts'
import { mainInfluencer, siteFacts } from './site-facts.ts'

const validForMs = 180 * 24 * 60 * 60_000

type About = { supportEmail: string | null; siteUrl: string; now: Date }

/** The security.txt (RFC 9116). */
export const securityText = ({ supportEmail, siteUrl, now }: About) =>
  [
    // Without a support address, the contact form on the landing page takes reports.
    `Contact: ${supportEmail === null ? `${siteUrl}/` : `mailto:${supportEmail}`}`,
    `Expires: ${new Date(now.getTime() + validForMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    '',
  ].join('\n')

export function routes(route: Route, services: Services): void {
  const { db, site, address, clock } = services
  const creator = mainInfluencer(db)

  const files = servedFileLookup(db)
  const cache = smallFiles(services.media)

  route(
    api.site.portrait,
    async ({ request, reply }) => {
      const [account] = await creator.execute()
      const mediaId = publicAvatar(account)
      const [file] = mediaId ? await files.execute({ mediaId, variant: squareVariant }) : []
      if (!file) throw notFound('Portrait')
      return serveFile({ request, reply }, { ...file, etag: `"${mediaId}"` }, services, {
        onOpen() {},
        cache,
      })
    },
    { isAsIs: true },
  )

  const facts = siteFacts(services)
  route(api.site.show, async ({ request, viewer }) => facts(await siteShownTo(services, request, viewer)))

  route(api.site.texts, async ({ request, viewer }) => (await siteShownTo(services, request, viewer)).texts)

  route(api.site.document, async ({ request, viewer, params }) => {
    const { documents } = await siteShownTo(services, request, viewer)
    return documents[params.name]
  })

  const iconOf = iconCache()
  route(
    api.site.icon,
    async ({ params, query, reply }) => {
      const { logo } = services.site.pictures
      if (!logo) throw notFound('Icon')
      const isNewest = query.v === logo.version
      return reply
        .type('image/png')
        .header('cache-control', isNewest ? 'public, max-age=31536000, immutable' : 'no-cache')
        .send(await iconOf(logo, params.name))
    },
    { isAsIs: true },
  )

  route(
    api.site.pictures,
    async ({ request, viewer, params, query, reply }) => {
      const picture = (await siteShownTo(services, request, viewer)).pictures[params.name]
      if (!picture) throw notFound('Picture')
      return reply
        .type(picture.mimeType)
        .header(
          'cache-control',
          query.v === picture.version ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
        .send(picture.bytes)
    },
    { isAsIs: true },
  )

  route(api.site.preview, ({ query, reply }) => {
    setPreview(reply, address, query.as === 'off' ? null : query.as)
    return reply.redirect(query.as === 'off' ? '/admin/site' : '/', 303)
  })

  route(api.site.openapi, () => openApiDocument({ siteName: site.settings.name, siteUrl: address.url }))

  route(api.site.security, ({ reply }) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        securityText({ supportEmail: site.settings.supportEmail, siteUrl: address.url, now: clock.now() }),
      ),
  )
}
