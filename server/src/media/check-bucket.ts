import { randomBytes } from 'node:crypto'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { BucketSettings } from '#config/media-settings.ts'
import { ConfigProblem } from '#config/config-problem.ts'

type Settings = Pick<BucketSettings, 'endpoint' | 'bucket'>

const anonymousTimeoutMs = 15_000

/** The SDK's error name, or the code of a failed connection such as `ECONNREFUSED`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause instanceof Error ? reasonOf(error.cause) : error.name
}

const failWith = (sentence: string) => (error: unknown) => {
  throw new ConfigProblem([`${sentence} (${reasonOf(error)})`])
}

async function anonymousStatus({ endpoint, bucket }: Settings, path: string): Promise<number> {
  const response = await fetch(`${endpoint}/${encodeURIComponent(bucket)}${path}`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(anonymousTimeoutMs),
  })
  await response.body?.cancel()
  return response.status
}

/** Throws ConfigProblem unless our key can write, read and delete, and strangers cannot. */
export async function checkBucket(client: S3Client, settings: Settings): Promise<void> {
  const { bucket } = settings
  await client
    .send(new HeadBucketCommand({ Bucket: bucket }))
    .catch(failWith(`S3_BUCKET: the bucket "${bucket}" does not answer with these keys`))
  const place = { Bucket: bucket, Key: `check/${randomBytes(8).toString('hex')}` }
  await client
    .send(new PutObjectCommand({ ...place, Body: 'touchline' }))
    .catch(failWith(`S3_BUCKET: the bucket "${bucket}" takes no files with these keys`))
  try {
    const { Body } = await client
      .send(new GetObjectCommand(place))
      .catch(failWith(`S3_BUCKET: the bucket "${bucket}" gives no files with these keys`))
    await Body?.transformToString()
    for (const path of [`/${place.Key}`, '', '/?list-type=2']) {
      const status = await anonymousStatus(settings, path).catch(
        failWith(`S3_ENDPOINT: the bucket "${bucket}" could not be asked without a key`),
      )
      if (status < 400)
        throw new ConfigProblem([
          `S3_BUCKET: everybody can read the bucket "${bucket}": make it private, for what is in it is paid for.`,
        ])
      if (status >= 500)
        throw new ConfigProblem([
          `S3_ENDPOINT: the server of the bucket "${bucket}" has trouble (${status}).`,
        ])
    }
  } finally {
    await client
      .send(new DeleteObjectCommand(place))
      .catch(failWith(`S3_BUCKET: the bucket "${bucket}" removes no files with these keys`))
  }
}
