import { v7 as uuid } from 'uuid'
import { addMedia } from '#features/media/add-media.ts'
import { markPublished } from './uploads/claim-upload.ts'
import type { UploadedFile } from '#media/uploaded-file.ts'
import type { Services } from '#services.ts'
import { addPost } from './add-post.ts'
import {
  contentMissing,
  fileMissing,
  fileWithText,
  formatNotTaken,
  onlySound,
  wrongKindOfFile,
} from './content-rules.ts'

export type NewPost = {
  /** A new one, unless its author's browser made it; see `publishOnce`. */
  id?: string
  creatorId: string
  title?: string | null
  content?: string
  mediaAlt?: string
  /** What the author says it is; the file itself decides, and must agree. */
  contentType: 'image' | 'video' | 'audio' | 'text'
  /** A file in the making, from `receiveUpload` or written to `media.tempPath()`; used up by this call. */
  file?: UploadedFile | null
  /** The upload the file was sent with; it can be published once. */
  uploadId?: string
  /** Now, unless a history is being written: that shows its files as they are, until they are worked on. */
  createdAt?: Date
}

type Deps = Pick<Services, 'db' | 'clock' | 'live' | 'media' | 'images' | 'programs' | 'jobs' | 'log'>

const kindNames = { image: 'a picture', video: 'a video', audio: 'a recording' } as const

/**
 * Publishes a post, its picture made smaller or its video stored first, and tells the members; of a video or recording
 * they hear when it can be played. Refuses with 400 a missing file or text and a file too many, with 415 a file of
 * another kind, with 507 when the disk is full. Returns the post's id.
 */
export async function publishPost(services: Deps, post: NewPost): Promise<string> {
  const { db, clock } = services
  const createdAt = post.createdAt ?? clock.now()
  const id = post.id ?? uuid({ msecs: createdAt.getTime() })
  const content = post.content ?? ''
  const isHistory = post.createdAt !== undefined
  const row = { id, creatorId: post.creatorId, title: post.title || null, content, createdAt, isHistory }

  if (post.contentType === 'text') {
    if (post.file) throw fileWithText()
    if (content === '') throw contentMissing()
    await db.transaction((tx) => addPost(services, tx, { ...row, mediaItem: null }))
    return id
  }

  if (!post.file) throw fileMissing()
  const { type, notTaken } = post.file
  if (!type) throw notTaken && notTaken.kind !== 'audio' ? formatNotTaken(notTaken) : wrongKindOfFile()
  const { kind } = type
  if (kind !== post.contentType)
    throw kind === 'audio' ? onlySound() : wrongKindOfFile(`This file is ${kindNames[kind]}.`)
  await addMedia(services, { file: post.file, createdAt, isHistory }, async (tx, mediaItem) => {
    const mediaAlt = post.mediaAlt || null
    await addPost(services, tx, { ...row, mediaAlt, mediaItem: { ...mediaItem, kind } })
    if (post.uploadId)
      await markPublished(tx, { uploadId: post.uploadId, personId: post.creatorId, postId: id })
  })
  return id
}
