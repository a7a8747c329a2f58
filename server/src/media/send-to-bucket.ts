import { type FileHandle, open } from 'node:fs/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { within } from './within.ts'

type Place = { Bucket: string; Key: string }

/** Larger files are sent in parts of this size, two at a time: 16 MB of memory per upload. */
const partBytes = 8 * 1024 * 1024
const lanes = 2

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  if (bytesRead !== length) throw new Error('the file shrank during the upload')
  return buffer
}

/** Verifies the size. A failed multipart upload is aborted, or left to the nightly sweep after `answerMs`. */
export async function sendToBucket(
  client: S3Client,
  place: Place,
  path: string,
  answerMs: number,
): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size <= partBytes)
      await client.send(
        new PutObjectCommand({ ...place, Body: await bytesAt(file, 0, size), ContentLength: size }),
      )
    else await sendInParts(client, place, file, { size, answerMs })
    const { ContentLength } = await client.send(new HeadObjectCommand(place))
    if (ContentLength !== size) throw new Error(`the bucket holds ${ContentLength} bytes of ${size}`)
  } finally {
    await file.close()
  }
}

async function sendInParts(
  client: S3Client,
  place: Place,
  file: FileHandle,
  { size, answerMs }: { size: number; answerMs: number },
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place))
  if (!UploadId) throw new Error('the bucket began no upload in parts')
  const count = Math.ceil(size / partBytes)
  const sent: { PartNumber: number; ETag: string | undefined }[] = []
  let next = 0
  const lane = async () => {
    while (next < count) {
      const index = next++
      const start = index * partBytes
      const Body = await bytesAt(file, start, Math.min(partBytes, size - start))
      const PartNumber = index + 1
      const { ETag } = await client.send(
        new UploadPartCommand({ ...place, UploadId, PartNumber, Body, ContentLength: Body.length }),
      )
      sent[index] = { PartNumber, ETag }
    }
  }
  try {
    // Wait for all lanes, so that none sends a part after the abort.
    const outcomes = await Promise.allSettled(Array.from({ length: lanes }, lane))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    await client.send(
      new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts: sent } }),
    )
  } catch (error) {
    await within(answerMs, (abortSignal) =>
      client.send(new AbortMultipartUploadCommand({ ...place, UploadId }), { abortSignal }),
    ).catch(() => undefined)
    throw error
  }
}
