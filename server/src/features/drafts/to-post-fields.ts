import type { PostRow } from '#features/posts/schema.ts'
import { formatText, plainText } from '#features/posts/format-text.ts'
import type { DraftRow } from './schema.ts'

type PostFields = Pick<
  PostRow,
  'id' | 'creatorId' | 'title' | 'content' | 'markdown' | 'blocks' | 'opensAt' | 'sharing'
>

/** The text of a draft as a post has it. */
export const toPostText = ({ content, isFormatted }: Pick<DraftRow, 'content' | 'isFormatted'>) =>
  (isFormatted ? formatText : plainText)(content.trim())

/** The fields that a post takes over from a draft. */
export const toPostFields = ({ id, creatorId, title, opensAt, sharing, ...text }: DraftRow): PostFields => ({
  id,
  creatorId,
  title: title.trim() || null,
  ...toPostText(text),
  opensAt,
  sharing,
})
