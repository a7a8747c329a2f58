import { isDeepStrictEqual } from 'node:util'
import { changedFields } from '@touchline/contract/revisions.ts'
import type { NewPart } from '../add-post.ts'
import type { PostRow, Snapshot } from '../schema.ts'

type Fields = Pick<
  PostRow,
  'title' | 'content' | 'markdown' | 'opensAt' | 'sharing' | 'isMadeWithAi' | 'commentsOff' | 'tags'
>

/** What a revision of a post with these parts restores. */
export function snapshotOf(
  { title, content, markdown, opensAt, sharing, isMadeWithAi, commentsOff, tags }: Fields,
  parts: Pick<NewPart, 'mediaId' | 'alt' | 'name'>[],
): Snapshot {
  return {
    title,
    content,
    markdown,
    opensAt: opensAt?.toISOString() ?? null,
    sharing,
    isMadeWithAi,
    commentsOff,
    tags,
    parts: parts.flatMap(({ mediaId, alt, name }) => (name === null ? [{ mediaId, alt }] : [])),
    attachments: parts.flatMap(({ mediaId, name }) => (name === null ? [] : [{ mediaId, name }])),
  }
}

const idsOf = (parts: { mediaId: string }[]) => parts.map(({ mediaId }) => mediaId)

const altsOf = ({ parts }: Snapshot) => new Map(parts.map(({ mediaId, alt }) => [mediaId, alt]))

/** Whether parts that both have are described differently. */
function isDescribedAnew(old: Snapshot, saved: Snapshot): boolean {
  const alts = altsOf(old)
  return saved.parts.some(({ mediaId, alt }) => alts.has(mediaId) && alts.get(mediaId) !== alt)
}

/** What an edit changed. */
export function changedIn(old: Snapshot, saved: Snapshot): (typeof changedFields)[number][] {
  const differs = {
    title: old.title !== saved.title,
    text: old.content !== saved.content || old.markdown !== saved.markdown,
    files: !isDeepStrictEqual(new Set(idsOf(old.parts)), new Set(idsOf(saved.parts))),
    order: !isSameOrder(idsOf(old.parts), idsOf(saved.parts)),
    descriptions: isDescribedAnew(old, saved),
    attachments: !isDeepStrictEqual(old.attachments, saved.attachments),
    opensAt: old.opensAt !== saved.opensAt,
    sharing: old.sharing !== saved.sharing,
    comments: old.commentsOff !== saved.commentsOff,
    madeWithAi: old.isMadeWithAi !== saved.isMadeWithAi,
    tags: old.tags !== undefined && !isDeepStrictEqual(old.tags, saved.tags),
  }
  return changedFields.filter((field) => differs[field])
}

/** Whether the parts that both have are in the same order. */
const isSameOrder = (old: string[], saved: string[]) =>
  isDeepStrictEqual(
    old.filter((id) => saved.includes(id)),
    saved.filter((id) => old.includes(id)),
  )
