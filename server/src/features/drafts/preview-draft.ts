import type { Preview, PreviewFor } from '@touchline/contract/previews.ts'
import { sql } from 'drizzle-orm'
import { statusOfParts } from '#features/media/stored-parts.ts'
import { typeOfParts } from '#features/posts/add-post.ts'
import { picturesIn } from '#features/posts/format-text.ts'
import { previewFor } from '#features/posts/preview-post.ts'
import { isVisibleTo } from '#features/posts/reader.ts'
import type { FullPost } from '#features/posts/to-post.ts'
import type { Services } from '#services.ts'
import { toPostFields } from './to-post-fields.ts'
import { type FullDraft, type Own, ownDraft } from './queries.ts'
import { findMissing } from './find-missing.ts'

export function draftAsPost({ draft, stored, creator }: FullDraft, now: Date): FullPost {
  const fields = toPostFields(draft)
  const inText = new Set(picturesIn(fields))
  const parts = stored.parts.map((part) => ({
    ...part,
    alt: part.alt?.trim() || null,
    inText: part.kind === 'image' && inText.has(part.id),
  }))
  const ready = parts.filter((part) => !part.inText && part.status === 'ready').length
  return {
    post: {
      ...fields,
      mediaType: typeOfParts(parts),
      status: statusOfParts(stored.parts),
      version: draft.basedOn ?? 1,
      partsVersion: 0,
      editedAt: null,
      isPremium: true,
      isClip: false,
      pinnedAt: null,
      likesCount: 0,
      commentsCount: 0,
      viewsCount: 0,
      createdAt: now,
    },
    creator,
    stored: {
      ...stored,
      parts: parts.map((part) => ({ ...part, ready })),
    },
    likedBy: null,
  }
}

/** Previews the draft at its scheduled time, or now. Returns the refusal when it cannot be published. */
export async function previewDraft(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { as, ...own }: Own & { as: PreviewFor },
): Promise<Preview> {
  const found = await ownDraft(db, own)
  const missing = findMissing(found.draft, found.stored.parts)
  if (missing) return { refusal: { message: missing.message, code: missing.code } }
  const now = clock.now()
  const { publishAt } = found.draft
  const publishedAt = publishAt && publishAt > now ? publishAt : now
  const full = draftAsPost(found, publishedAt)
  return previewFor(
    as,
    async (reader) => {
      const { status, creatorId } = full.post
      const { rows } = await db.execute(sql`
        select from (values (${status}::text, ${creatorId}::uuid)) as p (status, creator_id)
        where ${isVisibleTo('p', reader)}`)
      return rows.length > 0 ? full : undefined
    },
    publishedAt,
  )
}
