import type { Draft, DraftLine } from '@touchline/contract/drafts.ts'
import { toMedia } from '#features/media/to-media.ts'
import { formatText } from '#features/posts/format-text.ts'
import type { draftsOf, FullDraft } from './queries.ts'

export function toDraft({ draft, mediaItem, variants }: FullDraft): Draft {
  const isFailed = mediaItem?.status === 'failed'
  return {
    id: draft.id,
    version: draft.version,
    title: draft.title,
    content: draft.content,
    isFormatted: draft.isFormatted,
    mediaAlt: draft.mediaAlt,
    opensAt: draft.opensAt?.toISOString() ?? null,
    sharing: draft.sharing,
    mediaType: mediaItem?.kind ?? 'text',
    mediaId: draft.mediaId,
    media: mediaItem?.status === 'ready' ? toMedia(mediaItem, variants ?? []) : null,
    status: mediaItem?.status ?? 'ready',
    ...(isFailed && mediaItem.problem ? { problem: mediaItem.problem } : {}),
    publishAt: draft.publishAt?.toISOString() ?? null,
    notPublished: draft.notPublished,
    createdAt: draft.createdAt.toISOString(),
    updatedAt: draft.updatedAt.toISOString(),
  }
}

type Line = Awaited<ReturnType<typeof draftsOf>>[number]

export const toDraftLine = ({ isFormatted, beginning, ...line }: Line): DraftLine => ({
  ...line,
  beginning: isFormatted ? formatText(beginning).content : beginning,
  mediaType: line.mediaType ?? 'text',
  status: line.status ?? 'ready',
  publishAt: line.publishAt?.toISOString() ?? null,
  updatedAt: line.updatedAt.toISOString(),
})
