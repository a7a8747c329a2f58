import type { PostRow } from '#features/posts/schema.ts'
import { formatText, plainText } from '#features/posts/format-text.ts'
import type { DraftRow } from './schema.ts'

type PostFields = Pick<
  PostRow,
  'id' | 'creatorId' | 'title' | 'content' | 'markdown' | 'blocks' | 'mediaAlt' | 'opensAt' | 'sharing'
>

/** The text of a draft as a post has it. */
export const toPostText = ({ content, isFormatted }: Pick<DraftRow, 'content' | 'isFormatted'>) =>
  (isFormatted ? formatText : plainText)(content.trim())

/** The fields that a post takes over from a draft. The image description is dropped without a file. */
export const toPostFields = (
  { id, creatorId, title, mediaAlt, opensAt, sharing, ...text }: DraftRow,
  hasFile: boolean,
): PostFields => ({
  id,
  creatorId,
  title: title.trim() || null,
  ...toPostText(text),
  mediaAlt: (hasFile && mediaAlt.trim()) || null,
  opensAt,
  sharing,
})
