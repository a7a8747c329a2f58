import type { PostRow } from '#features/posts/schema.ts'
import { formatText } from '#features/posts/format-text.ts'
import type { DraftRow } from './schema.ts'

type PostFields = Pick<
  PostRow,
  | 'id'
  | 'creatorId'
  | 'title'
  | 'content'
  | 'markdown'
  | 'blocks'
  | 'opensAt'
  | 'sharing'
  | 'isMadeWithAi'
  | 'commentsOff'
  | 'tags'
>

/** The fields that a post takes over from a draft. */
export const toPostFields = ({
  id,
  creatorId,
  title,
  content,
  opensAt,
  sharing,
  isMadeWithAi,
  commentsOff,
  tags,
}: DraftRow): PostFields => ({
  id,
  creatorId,
  title: title.trim() || null,
  ...formatText(content.trim()),
  opensAt,
  sharing,
  isMadeWithAi,
  commentsOff,
  tags,
})
