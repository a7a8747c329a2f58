import { create } from 'content-disposition'
import type { MediaFileRow } from '#features/media/schema.ts'

/** Headers of every media response: no file can run as a page of ours, and no other site can embed it. */
const commonHeaders = {
  'accept-ranges': 'bytes',
  vary: 'Cookie',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

const pictures = new Set<MediaFileRow['role']>(['size', 'poster', 'strip'])

/** Browsers may cache pictures, but must revalidate them every time. */
export const isPicture = (role: MediaFileRow['role']) => pictures.has(role)

const safeType =
  /^(image\/(jpeg|png|webp|gif|avif)|video\/[\w.-]+|audio\/[\w.-]+|application\/(vnd\.apple\.mpegurl|x-mpegurl))$/i

/** Returns the file's own type when browsers can only display or play it. */
export function servedType(mimeType: string): string {
  if (mimeType.startsWith('text/vtt')) return 'text/vtt; charset=utf-8'
  return safeType.test(mimeType) ? mimeType : 'application/octet-stream'
}

export const servedHeaders = ({
  role,
  attachedAs,
}: Pick<MediaFileRow, 'role'> & { attachedAs?: string | null }) => ({
  ...commonHeaders,
  ...(role === 'attachment' ? { 'content-disposition': create(attachedAs ?? 'file') } : {}),
  'cache-control': isPicture(role) ? 'private, no-cache' : 'private, no-store',
})

/** Headers of an encrypted segment, which a CDN sends to the pages at `origin`. */
export const segmentHeaders = ({ origin, seconds }: { origin: string; seconds: number }) => {
  const { vary: _vary, ...headers } = commonHeaders
  return {
    ...headers,
    'content-disposition': 'attachment',
    // For players that load segments without CORS (Safari).
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': origin,
    'cache-control': `public, max-age=${seconds}, immutable`,
  }
}

/** `etag` identifies exactly these bytes. */
export type ServedFile = Pick<MediaFileRow, 'key' | 'role' | 'mimeType' | 'bytes'> & {
  etag: string
  attachedAs?: string | null
}
