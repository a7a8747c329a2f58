import { createHmac, timingSafeEqual } from 'node:crypto'

/** Viewers within six hours get the same addresses, and share the copies that a CDN has. */
const sharedMs = 6 * 60 * 60_000
/** How long a viewer may pause before the addresses of a film expire. */
const pauseMs = 2 * 60 * 60_000

const segmentLine = /^stream-\w+-\d{5,}$/gm
export const segmentForm = /^stream-\w+-\d{5,}$/

export type SegmentAddress = { expires: string; signature: string; id: string; variant: string }

export const segmentPath = ({ expires, signature, id, variant }: SegmentAddress) =>
  `/segments/${expires}/${signature}/${id}/${variant}`

const signatureOf = (secret: string, id: string, expires: string) =>
  createHmac('sha256', secret).update(`segments of ${id} until ${expires}`).digest('base64url')

/** Returns for how many seconds a signature opens the segments of its video: 0 if it is expired or wrong. */
export function secondsLeft(secret: string, { expires, signature, id }: SegmentAddress, now: Date): number {
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(secret, id, expires))]
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected)
  return isSigned ? Math.max(0, Number(expires) - Math.floor(now.getTime() / 1000)) : 0
}

const filmMs = (playlist: string) =>
  [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].reduce((sum, [, seconds]) => sum + Number(seconds) * 1000, 0)

/**
 * Replaces the encrypted segments of a playlist with signed addresses at the CDN. They are valid for the length of the
 * film and two hours at least, and for six hours more at most.
 */
export function withSegmentAddresses(
  playlist: string,
  { cdnUrl, secret, id, now }: { cdnUrl: string; secret: string; id: string; now: Date },
): string {
  if (!playlist.includes('#EXT-X-KEY:METHOD=AES-128,')) return playlist
  const earliest = now.getTime() + filmMs(playlist) + pauseMs
  const expires = String((Math.ceil(earliest / sharedMs) * sharedMs) / 1000)
  const signature = signatureOf(secret, id, expires)
  return playlist.replaceAll(
    segmentLine,
    (variant) => cdnUrl + segmentPath({ expires, signature, id, variant }),
  )
}
