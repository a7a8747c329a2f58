import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { arrangeCollection, saveCollection } from '#features/posts/collections/save-collection.ts'
import { collections } from '#features/posts/collections/collection-schema.ts'
import { posts } from '#features/posts/schema.ts'
import type { Services } from '#services.ts'
import { gathered, pinnedTitle, tagged } from './script/collections.ts'

/** Tags the demo's posts, pins one and makes the collections. Does nothing the second time. */
export async function gatherPosts(
  services: Pick<Services, 'db' | 'clock'>,
  { creatorId, ids }: { creatorId: string; ids: Map<string, string> },
): Promise<void> {
  const { db, clock } = services
  const existing = await db
    .select({ title: collections.title })
    .from(collections)
    .where(eq(collections.creatorId, creatorId))
  if (existing.length === gathered.length) return
  for (const [title, id] of ids)
    await db
      .update(posts)
      .set({ tags: tagged[title] ?? [], ...(title === pinnedTitle ? { pinnedAt: clock.now() } : {}) })
      .where(eq(posts.id, id))
  for (const { posts: titles, cover, ...fields } of gathered) {
    if (existing.some(({ title }) => title === fields.title)) continue
    const collectionId = uuid()
    await saveCollection(services, {
      creatorId,
      collectionId,
      version: 0,
      fields: { ...fields, coverPostId: (cover && ids.get(cover)) ?? null },
    })
    const postIds = titles.flatMap((title) => ids.get(title) ?? [])
    await arrangeCollection(services, { creatorId, collectionId, version: 1, postIds })
  }
}
