import type { PostRow } from '#features/posts/schema.ts'
import type { DraftRow } from './schema.ts'

type Written = Pick<PostRow, 'id' | 'creatorId' | 'title' | 'content' | 'mediaAlt' | 'opensAt'>

/** What a post takes over of a draft that was typed; a description is one of its file, and goes with it. */
export const asWritten = (
  { id, creatorId, title, content, mediaAlt, opensAt }: DraftRow,
  hasFile: boolean,
): Written => ({
  id,
  creatorId,
  title: title.trim() || null,
  content: content.trim(),
  mediaAlt: (hasFile && mediaAlt.trim()) || null,
  opensAt,
})
