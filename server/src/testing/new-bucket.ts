import { randomBytes } from 'node:crypto'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { inject } from 'vitest'
import type { BucketSettings } from '#config/media-settings.ts'
import type { SwiftSettings } from './swift-for-tests.ts'

/** An empty bucket of its own, in the S3-compatible server that all tests of this run share. */
export async function newBucket(): Promise<BucketSettings> {
  const answer = await fetch(inject('swiftDesk'))
  if (!answer.ok) throw new Error(`no S3-compatible server could be started: ${await answer.text()}`)
  // The answer is made by swift-on-demand.ts.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const settings = (await answer.json()) as SwiftSettings
  const bucket = `members-${randomBytes(6).toString('hex')}`
  const client = clientOf(settings)
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  return { ...settings, bucket }
}

/** Asks the server past everything of ours. */
export const clientOf = (settings: SwiftSettings): S3Client =>
  new S3Client({
    ...settings,
    credentials: settings,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })

/** What a club that keeps its media in `settings` has in its environment. */
export const bucketEnvironment = (settings: BucketSettings): Record<string, string> => ({
  S3_ENDPOINT: settings.endpoint,
  S3_BUCKET: settings.bucket,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
})
