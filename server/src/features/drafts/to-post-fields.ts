import type { PostRow } from '#features/posts/schema.ts'
import type { DraftRow } from './schema.ts'

type PostFields = Pick<PostRow, 'id' | 'creatorId' | 'title' | 'content' | 'mediaAlt' | 'opensAt' | 'sharing'>

/** The fields that a post takes over from a draft. The image description is dropped without a file. */
export const toPostFields = (
  { id, creatorId, title, content, mediaAlt, opensAt, sharing }: DraftRow,
  hasFile: boolean,
): PostFields => ({
  id,
  creatorId,
  title: title.trim() || null,
  content: content.trim(),
  mediaAlt: (hasFile && mediaAlt.trim()) || null,
  opensAt,
  sharing,
})
