import type { Draft, DraftLine } from '@touchline/contract/drafts.ts'
import { statusOfParts, toPart } from '#features/media/stored-parts.ts'
import { typeOfParts } from '#features/posts/add-post.ts'
import { formatText } from '#features/posts/format-text.ts'
import type { draftsOf, FullDraft } from './queries.ts'

export function toDraft({ draft, stored, post, placedIn }: FullDraft): Draft {
  // Of a picture that is shown but does not move the creator learns why.
  const parts = stored.parts.map((part) => ({
    ...toPart(part),
    ...(part.kind === 'image' && part.problem ? { problem: part.problem } : {}),
  }))
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
    isMadeWithAi: draft.isMadeWithAi,
    commentsOff: draft.commentsOff,
    tags: draft.tags,
    collectionIds: draft.collectionIds ?? placedIn,
    edits:
      post && draft.basedOn !== null
        ? { isPublished: post.status !== 'unpublished', version: post.version, basedOn: draft.basedOn }
        : null,
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

export const toDraftLine = ({ beginning, parts, postStatus, ...line }: Line): DraftLine => ({
  ...line,
  edits: postStatus === null ? null : postStatus === 'unpublished' ? 'unpublished' : 'published',
  beginning: formatText(beginning).content,
  mediaType: typeOfParts(parts),
  status: statusOfParts(parts),
  publishAt: line.publishAt?.toISOString() ?? null,
  updatedAt: line.updatedAt.toISOString(),
})
