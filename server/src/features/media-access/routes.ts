import { api } from '@touchline/contract/api.ts'
import { raiseAlert } from '#alerts/alerts.ts'
import { decrypt } from '#crypto/encrypt.ts'
import { notFound, tooManyRequests } from '#errors.ts'
import { reportDamaged } from '#features/media/damaged-media.ts'
import { mediaHealth } from '#features/media/media-health.ts'
import { tryAgain } from '#features/media/retry-work.ts'
import type { Route } from '#http/routes.ts'
import { playlistType } from '#media/make-rendition.ts'
import { limits } from '#limits/limits.ts'
import { distinctRate, memoryRates } from '#limits/rate.ts'
import type { Services } from '#services.ts'
import { smallFiles } from './small-files.ts'
import { isPublished, refusalToRead } from './may-read.ts'
import { mediaOwnerLookup, servedFileLookup } from './media-owner.ts'
import { servedMedia } from './served-media.ts'
import { openStreams } from './open-streams.ts'
import { refuseEmbedding } from './refuse-embedding.ts'
import { secondsLeft, segmentForm, segmentPath, withSegmentAddresses } from './segment-addresses.ts'
import { serveFile } from './serve-file.ts'
import { isPicture, segmentHeaders, servedHeaders, type ServedFile } from './served-headers.ts'

const idForm = /^[A-Za-z0-9_-]{22}$/
const nothing = { owner: null, file: undefined }
const variantForm = /^[A-Za-z0-9-]{1,24}$/

// The key changes whenever the file does, so it can serve as the ETag.
const etagOf = ({ key, bytes }: Pick<ServedFile, 'key' | 'bytes'>) => `"${key.replace('/', '-')}-${bytes}"`

/** Serves all media. Access is checked before ranges and ETags are considered. */
export function routes(route: Route, services: Services): void {
  const { address, config, db, clock, live, log, programs, secret } = services
  const { cdnUrl } = config.media
  const ownerOf = mediaOwnerLookup(db)
  const files = servedFileLookup(db)
  const find = servedMedia(db, { ownerOf, files })
  const streams = openStreams(live)
  const nowMs = () => clock.now().getTime()
  const countItem = distinctRate(limits.mediaItems, nowMs)
  const alerts = memoryRates(nowMs)
  const cache = smallFiles(services.media)

  /** Decrypts the key of a stream. It is lost when it was sealed with another secret. */
  const unseal = (sealed: string) => {
    const key = decrypt(sealed, secret)
    if (key) return Buffer.from(key, 'base64')
    log.error('SESSION_SECRET differs from the one that sealed the stream keys')
    throw notFound('Media')
  }

  const recordDamage = (id: string) =>
    void reportDamaged(services, id).catch((error: unknown) =>
      log.error({ err: error }, 'recording a damaged media item failed'),
    )

  const limitPace = async (personId: string, ownerId: string) => {
    const waitSeconds = countItem(personId, ownerId)
    if (waitSeconds === null) return
    const { max, timeWindow } = limits.mediaItems
    if (alerts.count(personId, { max: 1, timeWindow }) === null)
      await raiseAlert(db, services, {
        kind: 'media-scraping',
        subject: personId,
        message: `A person requested the media of more than ${max} different posts in ten minutes.`,
      })
    const sentence = 'You have opened very much in a short time.'
    throw tooManyRequests(sentence, waitSeconds)
  }

  route(
    api.media.read,
    async ({ params: { id, variant }, viewer, request, reply }) => {
      refuseEmbedding(request)
      const isKnownForm = idForm.test(id) && variantForm.test(variant)
      const { owner, file } = isKnownForm ? await find(viewer, id, variant) : nothing
      const refusal = refusalToRead(viewer, owner, clock.now())
      if (refusal) throw refusal
      if (!owner || !file) throw notFound('Media')
      // Avatars are exempt, because a discussion shows hundreds of them.
      if (owner.kind !== 'avatar') await limitPace(viewer.id, owner.id)

      if (file.sealed) return reply.headers(servedHeaders(file)).type(file.mimeType).send(unseal(file.sealed))
      const onOpen = () =>
        streams.add({
          viewer,
          request,
          reply,
          ownerId: owner.id,
          isCounted: !isPicture(file.role),
          mayStay: async (now) => refusalToRead(now, await ownerOf(id), clock.now()) === null,
        })
      const isListed = cdnUrl !== null && file.mimeType === playlistType && isPublished(owner, clock.now())
      const rewrite = isListed
        ? (text: string) => withSegmentAddresses(text, { cdnUrl, secret, id, now: clock.now() })
        : undefined
      const rules = { onOpen, cache, rewrite, onDamaged: () => recordDamage(id) }
      const attachedAs = owner.kind === 'avatar' ? null : owner.attachedAs
      const served = { ...file, attachedAs, etag: etagOf(file) }
      return serveFile({ request, reply }, served, services, rules)
    },
    { isAsIs: true },
  )

  route(
    api.media.segment,
    async ({ params, request, reply }) => {
      const { id, variant } = params
      const origin = address.url
      // Without it a player cannot read that an address has expired.
      void reply.header('access-control-allow-origin', origin)
      const seconds = cdnUrl === null ? 0 : secondsLeft(secret, params, clock.now())
      // Another spelling would be another copy in the CDN.
      if (seconds === 0 || request.url !== segmentPath(params) || !segmentForm.test(variant))
        throw notFound('Media')
      const [owner, [file], [key]] = await Promise.all([
        ownerOf(id),
        files.execute({ mediaId: id, variant }),
        files.execute({ mediaId: id, variant: 'stream-key' }),
      ])
      const isEncrypted = file?.role === 'stream' && file.sealed === null && Boolean(key?.sealed)
      if (!isEncrypted || !isPublished(owner, clock.now())) throw notFound('Media')
      const served = { ...file, mimeType: 'application/octet-stream', etag: etagOf(file) }
      return serveFile({ request, reply }, served, services, {
        onOpen: () => {},
        onDamaged: () => recordDamage(id),
        headers: segmentHeaders({ origin, seconds }),
      })
    },
    { isAsIs: true },
  )

  route(api.media.health, () => mediaHealth({ db, programs }))

  route(api.media.tryAgain, async ({ params }) => {
    if (!(await db.transaction((tx) => tryAgain(services, tx, params.id)))) throw notFound('Media')
  })
}
