import { loopbackNames } from './loopback.ts'

export type MediaSettings = {
  /** An S3-compatible bucket; null stores files in DATA_DIR. */
  s3: BucketSettings | null
  /** The path of nginx's internal location for media; null lets this server send them. */
  accelPrefix: string | null
  /** The origin of a CDN in front of this site, which sends encrypted segments; null lets this server send them. */
  cdnUrl: string | null
  /** The largest file that a resumable upload may bring. */
  maxUploadBytes: number
  maxVideoMs: number
}

export type BucketSettings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const s3Names = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

type Readers = {
  text: (name: string) => string | null
  url: (name: string, protocols: string[]) => string | null
  whole: (name: string, fallback: number, min: number, max: number) => number
}

const bytesPerMegabyte = 1024 * 1024
const maxUploadMegabytes = 1_000_000
const maxVideoMinutes = 1440

/** Reads the media settings and adds a line to `problems` for every invalid one. */
export function mediaSettings({ text, url, whole }: Readers, problems: string[]): MediaSettings {
  const region = text('S3_REGION') ?? 'us-east-1'
  const endpoint = url('S3_ENDPOINT', ['http:', 'https:'])
  const missing = s3Names.filter((name) => text(name) === null)
  const isConfigured =
    missing.length < s3Names.length || text('S3_ENDPOINT') !== null || text('S3_REGION') !== null
  if (isConfigured && missing.length > 0)
    problems.push(`${missing.join(' and ')} missing: a bucket needs S3_BUCKET and both of its keys.`)
  const [bucket, accessKeyId, secretAccessKey] = s3Names.map((name) => text(name) ?? '')
  const s3 = isConfigured
    ? {
        endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
        bucket: bucket!,
        region,
        accessKeyId: accessKeyId!,
        secretAccessKey: secretAccessKey!,
      }
    : null
  const accelPrefix = text('MEDIA_ACCEL_PREFIX')
  if (accelPrefix !== null && !/^\/([\w-]+\/)+$/.test(accelPrefix))
    problems.push(`MEDIA_ACCEL_PREFIX is "${accelPrefix}": it must be a path like /stored-media/.`)
  if (accelPrefix !== null && s3)
    problems.push('MEDIA_ACCEL_PREFIX must be unset with S3_BUCKET: nginx serves files of this machine only.')
  return {
    s3,
    accelPrefix,
    cdnUrl: cdnOrigin(url('MEDIA_CDN_URL', ['https:', 'http:']), problems),
    maxUploadBytes: whole('MAX_UPLOAD_MB', 8192, 50, maxUploadMegabytes) * bytesPerMegabyte,
    maxVideoMs: whole('MAX_VIDEO_MINUTES', 240, 1, maxVideoMinutes) * 60_000,
  }
}

function cdnOrigin(given: string | null, problems: string[]): string | null {
  if (given === null) return null
  const { origin, protocol, hostname, href } = new URL(given)
  if (href !== `${origin}/` || (protocol === 'http:' && !loopbackNames.has(hostname)))
    problems.push(
      'MEDIA_CDN_URL must be an https address with nothing behind its host: https://cdn.club.example.',
    )
  return origin
}
