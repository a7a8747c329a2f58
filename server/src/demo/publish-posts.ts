import { eq } from 'drizzle-orm'
import { addMedia } from '#features/media/add-media.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { postParts, posts } from '#features/posts/schema.ts'
import type { Services } from '#services.ts'
import { withDemoFile } from './demo-file.ts'
import { publishedAt } from './timeline.ts'
import type { DemoPost } from './script/demo-post.ts'
import { script } from './script/all-posts.ts'

type Scene = { creatorId: string; seenFrom: Date; seed: number; signal: AbortSignal }

/** Existing posts stay. Calls `published` for each post, and returns the ids by title. */
export async function publishPosts(
  services: Services,
  { creatorId, seenFrom, seed, signal }: Scene,
  published: () => void,
): Promise<Map<string, string>> {
  const existing = await services.db
    .select({ id: posts.id, title: posts.title })
    .from(posts)
    .where(eq(posts.creatorId, creatorId))
  const ids = new Map(existing.map(({ id, title }) => [title ?? '', id]))
  for (const post of script) {
    if (ids.has(post.title)) continue
    signal.throwIfAborted()
    ids.set(
      post.title,
      await publish(services, post, { creatorId, createdAt: publishedAt(seenFrom, post, seed) }),
    )
    published()
  }
  for (const { title, isClip } of script.filter(({ isOpen }) => isOpen)) {
    const id = ids.get(title) ?? ''
    await services.db
      .update(posts)
      .set({ opensAt: posts.createdAt, isClip: isClip ?? false })
      .where(eq(posts.id, id))
  }
  return ids
}

async function publish(
  services: Services,
  { title, content, isFormatted, show, more = [], attachments = [] }: DemoPost,
  publication: { creatorId: string; createdAt: Date },
): Promise<string> {
  const text = { ...publication, title, ...(isFormatted ? { markdown: content } : { content }) }
  if (!show) return publishPost(services, { ...text, contentType: 'text' })
  const mediaAlt = 'alt' in show ? { mediaAlt: show.alt } : {}
  const postId = await withDemoFile(services, show.file, (file) =>
    publishPost(services, { ...text, ...mediaAlt, contentType: show.kind, file }),
  )
  const at = { postId, createdAt: publication.createdAt }
  for (const [index, { file, alt }] of more.entries())
    await addPart(services, file, { ...at, alt, position: index + 1 })
  for (const [position, name] of attachments.entries())
    await addPart(services, name, { ...at, name, position })
  return postId
}

const addPart = (
  services: Services,
  fileName: string,
  { createdAt, ...part }: Omit<typeof postParts.$inferInsert, 'mediaId'> & { createdAt: Date },
) =>
  withDemoFile(services, fileName, (file) =>
    addMedia(
      services,
      { file, createdAt, isHistory: true, isAttachment: part.name !== undefined },
      async (tx, { id }) => void (await tx.insert(postParts).values({ ...part, mediaId: id })),
    ),
  )
