import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { unlink } from 'node:fs/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3'
import { memoizeFor } from '#concurrency/memoize-for.ts'
import { checkBucket } from './check-bucket.ts'
import { mediaKey, isOfMedia } from './media-key.ts'
import { sendToBucket } from './send-to-bucket.ts'
import type { BucketSettings } from '#config/media-settings.ts'
import { NotStored, ShortFile } from './storage-errors.ts'
import { within } from './within.ts'
import type { StoredFiles } from './stored-files.ts'
import { readBytes } from './read-from-disk.ts'

/** Reads in chunks on demand: a slow reader whose access ends keeps 0.7 MB in flight, not 2.6 MB. */
function inChunks(response: Readable): Readable {
  const chunks: AsyncIterator<Buffer> = response[Symbol.asyncIterator]()
  return new Readable({
    highWaterMark: 0,
    async read() {
      const parts: Buffer[] = []
      let bytes = 0
      try {
        while (bytes < readBytes) {
          const { value, done } = await chunks.next()
          if (done) break
          parts.push(value)
          bytes += value.length
        }
        this.push(bytes > 0 ? Buffer.concat(parts) : null)
      } catch (error) {
        this.destroy(error instanceof Error ? error : new Error(String(error)))
      }
    },
    destroy(error, done) {
      response.destroy()
      done(error)
    },
  })
}

/** Aborts multipart uploads that a crash or outage left unfinished. Returns their number. */
async function abortUnfinished(client: S3Client, bucket: string, oldest: Date): Promise<number> {
  let aborted = 0
  let page: ListMultipartUploadsCommandOutput | undefined
  do {
    page = await client.send(
      new ListMultipartUploadsCommand({
        Bucket: bucket,
        ...(page?.NextKeyMarker ? { KeyMarker: page.NextKeyMarker } : {}),
        ...(page?.NextUploadIdMarker ? { UploadIdMarker: page.NextUploadIdMarker } : {}),
      }),
    )
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Key || !UploadId || !Initiated || Initiated >= oldest || !isOfMedia(Key)) continue
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
      aborted += 1
    }
  } while (page.IsTruncated)
  return aborted
}

/** Health checks are cached, because each request costs money. */
const reachCacheMs = 5_000
/** Players stop reading when they have buffered enough; the media routes cut longer stalls. */
const idleSocketMs = 60_000
const agent = { keepAlive: true, maxSockets: 500 }

/** Timeouts of a bucket in milliseconds. */
export type Timeouts = {
  /** Until a read responds, all attempts together. */
  answerMs: number
  /** Without progress of an upload, for each of three attempts; until a delete responds, all attempts together. */
  silenceMs: number
}

const defaultTimeouts: Timeouts = { answerMs: 2_500, silenceMs: 20_000 }

const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404

const missingFile = (key: string) =>
  Object.assign(new Error(`ENOENT: ${key} is not stored`), { code: 'ENOENT' })

/** Throws ConfigProblem when the bucket does not respond, rejects files, or is public. */
export async function openBucketFiles(
  settings: BucketSettings,
  { answerMs, silenceMs }: Timeouts = defaultTimeouts,
): Promise<StoredFiles & { abortUnfinished: (oldest: Date) => Promise<number> }> {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings
  const clientWith = (socketTimeout: number) =>
    new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
      // Each open stream holds a connection, and many are open at once.
      requestHandler: { httpAgent: agent, httpsAgent: agent, connectionTimeout: 5_000, socketTimeout },
      // The defaults put checksums into the body, which some servers reject or store as content.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  const client = clientWith(idleSocketMs)
  const sender = clientWith(silenceMs)
  await checkBucket(client, settings).catch((problem: unknown) => {
    client.destroy()
    throw problem
  })
  const at = (key: string) => ({ Bucket: bucket, Key: mediaKey(key) })

  const open: StoredFiles['open'] = async (key, range) => {
    const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
    const command = new GetObjectCommand({ ...at(key), ...part })
    const { Body, ContentLength } = await within(answerMs, (abortSignal) =>
      client.send(command, { abortSignal }),
    ).catch((error: unknown) => {
      throw isMissing(error) ? missingFile(key) : error
    })
    if (!Body) throw missingFile(key)
    // In Node.js the body is the response stream; destroying it ends the connection.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const bytes = Body as Readable
    if (range && ContentLength !== range.end - range.start + 1) {
      bytes.destroy()
      throw new ShortFile(key)
    }
    return inChunks(bytes)
  }

  return {
    async putFile(key, tempPath) {
      await sendToBucket(sender, at(key), tempPath, answerMs).catch((error: unknown) => {
        throw new NotStored(key, error)
      })
      await unlink(tempPath)
    },
    open,
    async copyTo(key, path) {
      await pipeline(await open(key), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    },
    async stat(key) {
      const found = await within(answerMs, (abortSignal) =>
        client.send(new HeadObjectCommand(at(key)), { abortSignal }),
      ).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      return found && { bytes: found.ContentLength ?? 0 }
    },
    async delete(key) {
      await within(silenceMs, (abortSignal) =>
        client.send(new DeleteObjectCommand(at(key)), { abortSignal }),
      ).catch((error: unknown) => {
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
    abortUnfinished: (oldest) => abortUnfinished(client, bucket, oldest),
    placeOf: () => null,
    reach: memoizeFor(reachCacheMs, async () => {
      await within(answerMs, (abortSignal) =>
        client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal }),
      )
    }),
    close() {
      client.destroy()
      sender.destroy()
    },
  }
}
