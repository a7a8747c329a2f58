import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { isOfMedium } from './media-key.ts'

/**
 * Takes back what was begun in parts before `oldest` and never finished, because this server was killed or the bucket was
 * away; only what has the name of a medium. Returns how many those were.
 */
export async function takeBackUnfinished(client: S3Client, bucket: string, oldest: Date): Promise<number> {
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
      if (!Key || !UploadId || !Initiated || Initiated >= oldest || !isOfMedium(Key)) continue
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
      taken += 1
    }
  } while (page.IsTruncated)
  return taken
}
