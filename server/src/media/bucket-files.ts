import { Readable } from 'node:stream'
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

/**
 * Passes on what a bucket answers in pieces as large as those of a disk, each when the one before is taken. Of what
 * comes as it likes more is under way to a slow reader when their access ends, and nobody can take it back: measured,
 * 2.6 MB, and 0.7 MB of this. Destroying it ends the answer.
 */
function inPieces(answer: Readable): Readable {
  const chunks: AsyncIterator<Buffer> = answer[Symbol.asyncIterator]()
  return new Readable({
    highWaterMark: 0,
    async read() {
      const piece: Buffer[] = []
      let bytes = 0
      try {
        while (bytes < readBytes) {
          const { value, done } = await chunks.next()
          if (done) break
          piece.push(value)
          bytes += value.length
        }
        this.push(bytes > 0 ? Buffer.concat(piece) : null)
      } catch (error) {
        this.destroy(error instanceof Error ? error : new Error(String(error)))
      }
    },
    destroy(error, done) {
      answer.destroy()
      done(error)
    },
  })
}

/**
 * Takes back what was begun in parts before `oldest` and never finished, because this server was killed or the bucket was
 * away; only what has the name of a media item. Returns how many those were.
 */
async function takeBackUnfinished(client: S3Client, bucket: string, oldest: Date): Promise<number> {
  let taken = 0
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
      taken += 1
    }
  } while (page.IsTruncated)
  return taken
}

/** Whoever asks for a sign of life more often hears the last one: each is paid for. */
const reachedForMs = 5_000
/** Nobody reads while a player has enough to show: what is stalled for longer the door cuts off. */
const unreadMs = 60_000
const agent = { keepAlive: true, maxSockets: 500 }

/** How long a bucket may take, in milliseconds. */
export type Timeouts = {
  /** Until it begins to answer somebody who waits for a picture or a video, all tries together. */
  answerMs: number
  /** Without taking a byte of a file that is sent to it, three tries; and until one is deleted, all tries together. */
  silenceMs: number
}

const usualPatience: Timeouts = { answerMs: 2_500, silenceMs: 20_000 }

const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404

const missingFile = (key: string) =>
  Object.assign(new Error(`ENOENT: ${key} is not stored`), { code: 'ENOENT' })

/**
 * Stored files in an S3-compatible bucket, read through this server by readers it knows. Throws ConfigProblem when the
 * bucket does not answer, does not take files, or shows them to strangers.
 */
export async function openBucketFiles(
  settings: BucketSettings,
  { answerMs, silenceMs }: Timeouts = usualPatience,
): Promise<StoredFiles & { takeBackUnfinished: (oldest: Date) => Promise<number> }> {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings
  const clientWith = (socketTimeout: number) =>
    new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
      // A stream holds its connection while it is read, and many are read at once.
      requestHandler: { httpAgent: agent, httpsAgent: agent, connectionTimeout: 5_000, socketTimeout },
      // Left to themselves these put checksums into the body, which other servers refuse or store along with it.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  const client = clientWith(unreadMs)
  const sender = clientWith(silenceMs)
  await checkBucket(client, settings).catch((problem: unknown) => {
    client.destroy()
    throw problem
  })
  const at = (key: string) => ({ Bucket: bucket, Key: mediaKey(key) })

  return {
    async putFile(key, tempPath) {
      await sendToBucket(sender, at(key), tempPath, answerMs).catch((error: unknown) => {
        throw new NotStored(key, error)
      })
      await unlink(tempPath)
    },
    async open(key, range) {
      const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
      const asked = new GetObjectCommand({ ...at(key), ...part })
      const { Body, ContentLength } = await within(answerMs, (abortSignal) =>
        client.send(asked, { abortSignal }),
      ).catch((error: unknown) => {
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
    takeBackUnfinished: (oldest) => takeBackUnfinished(client, bucket, oldest),
    placeOf: () => null,
    reach: memoizeFor(reachedForMs, async () => {
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
