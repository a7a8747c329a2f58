import type { PostRow } from '#features/posts/schema.ts'
import type { DraftRow } from './schema.ts'

type PostFields = Pick<PostRow, 'id' | 'creatorId' | 'title' | 'content' | 'mediaAlt' | 'opensAt'>

/** What a post takes over of a draft that was typed; a description is one of its file, and goes with it. */
export const toPostFields = (
  { id, creatorId, title, content, mediaAlt, opensAt }: DraftRow,
  hasFile: boolean,
): PostFields => ({
  id,
  creatorId,
  title: title.trim() || null,
  content: content.trim(),
  mediaAlt: (hasFile && mediaAlt.trim()) || null,
  opensAt,
})
