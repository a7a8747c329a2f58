import type { Sharing } from '@touchline/contract/teasers.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { notFound } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { contentMissing } from './content-rules.ts'
import { formatText, plainText } from './format-text.ts'
import { postToChange } from './post-to-change.ts'
import { audienceOf } from './reader.ts'
import { postParts, posts } from './schema.ts'

type Edit = {
  viewer: Viewer
  postId: string
  title?: string | null
  /** A plain text, instead of `markdown`. */
  content?: string
  markdown?: string
  mediaAlt?: string | null
  /** ISO 8601. */
  opensAt?: string | null
  sharing?: Sharing | null
}

const textOf = ({ content, markdown }: Edit) =>
  markdown === undefined ? (content === undefined ? undefined : plainText(content)) : formatText(markdown)

/** An empty title removes it. Throws 404 for an unknown post, 403 for another's, 400 for a text post without text. */
export async function editPost({ db, live }: Pick<Services, 'db' | 'live'>, edit: Edit): Promise<void> {
  const post = await postToChange(db, edit)
  const { id } = post
  const text = textOf(edit)
  if (post.mediaType === 'text' && text?.content === '') throw contentMissing()

  const changes = {
    ...(edit.title === undefined ? {} : { title: edit.title || null }),
    ...text,
    ...(edit.opensAt === undefined ? {} : { opensAt: edit.opensAt === null ? null : new Date(edit.opensAt) }),
    ...(edit.sharing === undefined ? {} : { sharing: edit.sharing }),
  }
  const hasChanges = Object.keys(changes).length > 0
  if (!hasChanges && edit.mediaAlt === undefined) return
  await db.transaction(async (tx) => {
    const isThis = eq(posts.id, id)
    const [changed] = hasChanges
      ? await tx.update(posts).set(changes).where(isThis).returning()
      : await tx.select().from(posts).where(isThis).for('no key update')
    if (!changed) throw notFound('Post')
    if (edit.mediaAlt !== undefined) await describeFirstPart(tx, id, edit.mediaAlt || null)
    await live.publish(tx, audienceOf(changed), { type: 'post_updated', postId: id })
  })
}

const describeFirstPart = (tx: Transaction, postId: string, alt: string | null) =>
  tx
    .update(postParts)
    .set({ alt })
    .where(and(eq(postParts.postId, postId), eq(postParts.position, 0), isNull(postParts.name)))
