import type { Draft, DraftLine } from '@touchline/contract/drafts.ts'
import { statusOfParts, toPart } from '#features/media/stored-parts.ts'
import { typeOfParts } from '#features/posts/add-post.ts'
import { formatText } from '#features/posts/format-text.ts'
import type { draftsOf, FullDraft } from './queries.ts'

export function toDraft({ draft, stored }: FullDraft): Draft {
  const parts = stored.parts.map(toPart)
  const [first] = parts
  const status = statusOfParts(stored.parts)
  const problem = parts.find((part) => part.status === 'failed')?.problem
  return {
    id: draft.id,
    version: draft.version,
    title: draft.title,
    content: draft.content,
    mediaAlt: first ? (first.mediaAlt ?? '') : draft.mediaAlt,
    opensAt: draft.opensAt?.toISOString() ?? null,
    sharing: draft.sharing,
    mediaType: first?.mediaType ?? 'text',
    mediaId: first?.id ?? null,
    media: first?.media ?? null,
    parts,
    attachments: stored.attachments,
    status,
    ...(status === 'failed' && problem ? { problem } : {}),
    publishAt: draft.publishAt?.toISOString() ?? null,
    notPublished: draft.notPublished,
    createdAt: draft.createdAt.toISOString(),
    updatedAt: draft.updatedAt.toISOString(),
  }
}

type Line = Awaited<ReturnType<typeof draftsOf>>[number]

export const toDraftLine = ({ beginning, parts, ...line }: Line): DraftLine => ({
  ...line,
  beginning: formatText(beginning).content,
  mediaType: typeOfParts(parts),
  status: statusOfParts(parts),
  publishAt: line.publishAt?.toISOString() ?? null,
  updatedAt: line.updatedAt.toISOString(),
})
