import type { Readable } from 'node:stream'
import { unlink } from 'node:fs/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { checkBucket } from './check-bucket.ts'
import { inPieces } from './in-pieces.ts'
import { mediaKey } from './media-key.ts'
import type { StoredFiles } from './media-store.ts'
import { sendToBucket } from './send-to-bucket.ts'
import type { BucketSettings } from './settings.ts'
import { ShortFile } from './short-file.ts'
import { NotStored } from './storage-full.ts'

const agent = { keepAlive: true, maxSockets: 500 }

const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404

const missingFile = (key: string) =>
  Object.assign(new Error(`ENOENT: ${key} is not stored`), { code: 'ENOENT' })

/**
 * Stored files in an S3-compatible bucket, read through this server by readers it knows. Throws ConfigProblem when the
 * bucket does not answer, does not take files, or shows them to strangers.
 */
export async function openBucketFiles(settings: BucketSettings): Promise<StoredFiles> {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // A stream holds its connection while it is read, and many are read at once.
    requestHandler: { httpAgent: agent, httpsAgent: agent, connectionTimeout: 5_000, socketTimeout: 60_000 },
    // Left to themselves these put checksums into the body, which other servers refuse or store along with it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  await checkBucket(client, settings).catch((problem: unknown) => {
    client.destroy()
    throw problem
  })
  const at = (key: string) => ({ Bucket: bucket, Key: mediaKey(key) })

  return {
    async putFile(key, tempPath) {
      await sendToBucket(client, at(key), tempPath).catch((error: unknown) => {
        throw new NotStored(key, error)
      })
      await unlink(tempPath)
    },
    async open(key, range) {
      const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
      const { Body, ContentLength } = await client
        .send(new GetObjectCommand({ ...at(key), ...part }))
        .catch((error: unknown) => {
          throw isMissing(error) ? missingFile(key) : error
        })
      if (!Body) throw missingFile(key)
      // In Node.js the body is the answer's own stream: destroying it ends the connection.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const bytes = Body as Readable
      if (range && ContentLength !== range.end - range.start + 1) {
        bytes.destroy()
        throw new ShortFile(key)
      }
      return inPieces(bytes)
    },
    async stat(key) {
      const found = await client.send(new HeadObjectCommand(at(key))).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      return found && { bytes: found.ContentLength ?? 0 }
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key))).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
    },
    async *list() {
      let token: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, ...(token ? { ContinuationToken: token } : {}) }),
        )
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key && LastModified) yield { key: Key, writtenAt: LastModified }
        token = page.NextContinuationToken
      } while (token)
    },
    placeOf: () => null,
    close: () => client.destroy(),
  }
}
