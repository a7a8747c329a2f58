import { api } from '@touchline/contract/api.ts'
import { notFound } from '#errors.ts'
import { imageCache } from '#features/media-access/image-cache.ts'
import { servedFileLookup } from '#features/media-access/media-owner.ts'
import { serveFile } from '#features/media-access/serve-file.ts'
import { squareVariant } from '#features/media/square-variant.ts'
import type { Route } from '#http/routes.ts'
import { isStaff } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { publicAvatar } from './creator-of.ts'
import { openApiDocument } from './openapi.ts'
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
  const cache = imageCache(services.media)

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

  route(api.site.show, siteFacts(services))

  // Built on demand, because it is expensive and rarely requested.
  const documents = new Map<boolean, ReturnType<typeof openApiDocument>>()
  route(api.site.openapi, ({ viewer }) => {
    const toStaff = viewer !== null && !viewer.isBlocked && isStaff(viewer)
    const document =
      documents.get(toStaff) ??
      openApiDocument({ siteName: site.name, siteUrl: address.url, isStaff: toStaff })
    documents.set(toStaff, document)
    return document
  })

  route(api.site.security, ({ reply }) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(securityText({ supportEmail: site.supportEmail, siteUrl: address.url, now: clock.now() })),
  )
}
