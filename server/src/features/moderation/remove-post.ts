import type { Rule } from '@touchline/contract/moderation.ts'
import { and, eq } from 'drizzle-orm'
import { notFound } from '#errors.ts'
import { knownId } from '#features/posts/known-id.ts'
import { posts } from '#features/posts/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { decideLockedCase, lockCase } from './decide-case.ts'
import { openCase } from './report-thing.ts'

type Removal = { viewer: Viewer; postId: string; rule: Rule; words?: string }

/** Works without a report too; the creator may appeal. Returns the case's id. Throws 404 for an unknown post. */
export async function removePostByRule(
  services: Pick<Services, 'db' | 'live' | 'clock' | 'mail' | 'secret' | 'address' | 'jobs' | 'site'>,
  { viewer, postId, rule, words }: Removal,
): Promise<string> {
  const id = knownId(postId, 'Post')
  return services.db.transaction(async (tx) => {
    const [post] = await tx
      .select({ creatorId: posts.creatorId })
      .from(posts)
      .where(and(eq(posts.id, id), eq(posts.status, 'ready')))
    if (!post) throw notFound('Post')
    const opened = {
      kind: 'post' as const,
      subjectId: id,
      accusedId: post.creatorId,
      at: services.clock.now(),
    }
    const row = await lockCase(tx, await openCase(tx, opened))
    await decideLockedCase(tx, services, { row, viewer, ruling: { measure: 'remove', rule, words } })
    return row.id
  })
}
