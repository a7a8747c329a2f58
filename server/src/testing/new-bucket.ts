import { randomBytes } from 'node:crypto'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { inject } from 'vitest'
import type { BucketSettings } from '#config/media-settings.ts'
import type { SwiftSettings } from './swift-for-tests.ts'

/** An empty bucket in the S3-compatible server of this test run. */
export async function newBucket(): Promise<BucketSettings> {
  const answer = await fetch(inject('swiftDesk'))
  if (!answer.ok) throw new Error(`no S3-compatible server could be started: ${await answer.text()}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const settings = (await answer.json()) as SwiftSettings
  const bucket = `members-${randomBytes(6).toString('hex')}`
  const client = clientOf(settings)
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  return { ...settings, bucket }
}

/** Queries the server directly. */
export const clientOf = (settings: SwiftSettings): S3Client =>
  new S3Client({
    ...settings,
    credentials: settings,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })

export const bucketEnvironment = (settings: BucketSettings): Record<string, string> => ({
  S3_ENDPOINT: settings.endpoint,
  S3_BUCKET: settings.bucket,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
})
