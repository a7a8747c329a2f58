import type { MediaFileRow } from '#features/media/schema.ts'

/** What every answer with bytes carries: whatever the file holds, no page of ours runs it, and no other site shows it. */
const always = {
  'accept-ranges': 'bytes',
  vary: 'Cookie',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

const pictures = new Set<MediaFileRow['role']>(['size', 'poster'])

/** A picture may stay in its reader's own browser, which asks each time whether it still may show it. */
export const isPicture = (role: MediaFileRow['role']) => pictures.has(role)

const safeType =
  /^(image\/(jpeg|png|webp|gif|avif)|video\/[\w.-]+|audio\/[\w.-]+|application\/(vnd\.apple\.mpegurl|x-mpegurl))$/i

/** The type a file is served as: its own where a browser can only look at it or play it. */
export function servedType(mimeType: string): string {
  if (mimeType.startsWith('text/vtt')) return 'text/vtt; charset=utf-8'
  return safeType.test(mimeType) ? mimeType : 'application/octet-stream'
}

/** The headers of a file's bytes, whole or in part, and of the answer that the reader has them already. */
export const servedHeaders = ({ role }: Pick<MediaFileRow, 'role'>) => ({
  ...always,
  'cache-control': isPicture(role) ? 'private, no-cache' : 'private, no-store',
})

/** A file its reader may read. `etag` stands for exactly these bytes. */
export type ServedFile = Pick<MediaFileRow, 'key' | 'role' | 'mimeType' | 'bytes'> & { etag: string }
