import { copyFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { publishPost } from '#features/posts/publish-post.ts'
import { posts } from '#features/posts/schema.ts'
import { examineFile } from '#media/uploaded-file.ts'
import type { Services } from '#services.ts'
import { publishedAt } from './timeline.ts'
import type { DemoPost } from './script/demo-post.ts'
import { openStudio } from './pictures/studio.ts'
import { script } from './script/all-posts.ts'

const fileOf = (name: string) => fileURLToPath(import.meta.resolve(`@touchline/content/demo/${name}`))

type Scene = { creatorId: string; seenFrom: Date; seed: number; signal: AbortSignal }

/**
 * Publishes the demo's posts at their times; existing ones stay. Pictures are drawn here, and `published` is
 * called for each post. Returns the ids by title.
 */
export async function publishPosts(
  services: Services,
  { creatorId, seenFrom, seed, signal }: Scene,
  published: () => void,
): Promise<Map<string, string>> {
  const there = await services.db
    .select({ id: posts.id, title: posts.title })
    .from(posts)
    .where(eq(posts.creatorId, creatorId))
  const ids = new Map(there.map(({ id, title }) => [title ?? '', id]))

  const waiting = script.filter(({ title }) => !ids.has(title))
  const studio = openStudio()
  const publish = async (post: DemoPost) => {
    const { title, content, show } = post
    const createdAt = publishedAt(seenFrom, post, seed)
    const common = { creatorId, title, content, createdAt }
    if (!show) {
      ids.set(title, await publishPost(services, { ...common, contentType: 'text' }))
      return
    }
    const path = services.media.tempPath()
    try {
      if ('picture' in show) await studio.draw({ title, seed, path })
      else await copyFile(fileOf(show.file), path)
      const contentType = 'picture' in show ? 'image' : show.kind
      const mediaAlt = 'alt' in show ? { mediaAlt: show.alt } : {}
      const file = await examineFile(path)
      ids.set(title, await publishPost(services, { ...common, ...mediaAlt, contentType, file }))
    } finally {
      await services.media.discard(path)
    }
  }

  // Two at a time: one is drawn while the image worker resizes the other.
  const work = async () => {
    for (let post = waiting.shift(); post; post = waiting.shift()) {
      signal.throwIfAborted()
      await publish(post)
      published()
    }
  }
  const [one, other] = [work(), work()]
  try {
    await Promise.all([one, other])
    return ids
  } finally {
    waiting.length = 0
    await Promise.allSettled([one, other])
    studio.close()
  }
}
