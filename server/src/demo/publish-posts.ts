import { partScheme } from '@touchline/contract/formatted-text.ts'
import { eq, inArray } from 'drizzle-orm'
import { addMedia } from '#features/media/add-media.ts'
import { saveCaptions } from '#features/captions/save-captions.ts'
import { placedParts } from '#features/posts/add-post.ts'
import { changePost, lockPost, partsOfPost } from '#features/posts/change-post.ts'
import { formatText, plainText } from '#features/posts/format-text.ts'
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
  const labelled = script.flatMap(({ title, isMadeWithAi }) => (isMadeWithAi ? (ids.get(title) ?? []) : []))
  await services.db.update(posts).set({ isMadeWithAi: true }).where(inArray(posts.id, labelled))
  for (const { title, isClip } of script.filter(({ isOpen }) => isOpen)) {
    const id = ids.get(title) ?? ''
    await services.db
      .update(posts)
      .set({ opensAt: posts.createdAt, isClip: isClip ?? false })
      .where(eq(posts.id, id))
  }
  for (const { title, captions } of script) {
    const [film] = captions ? await partsOfPost(services.db, ids.get(title) ?? '') : []
    if (captions && film)
      await saveCaptions(
        services,
        { mediaId: film.mediaId, language: 'en', content: captions },
        async () => {},
      )
  }
  return ids
}

async function publish(
  services: Services,
  { title, content, isFormatted, show, more = [], attachments = [], uncorrected }: DemoPost,
  publication: { creatorId: string; createdAt: Date },
): Promise<string> {
  const text = {
    ...publication,
    title,
    ...(isFormatted ? { markdown: content } : { content: uncorrected?.content ?? content }),
  }
  const mediaAlt = show && 'alt' in show ? { mediaAlt: show.alt } : {}
  const postId = show
    ? await withDemoFile(services, show.file, (file) =>
        publishPost(services, { ...text, ...mediaAlt, contentType: show.kind, file }),
      )
    : await publishPost(services, { ...text, contentType: 'text' })
  const at = { postId, createdAt: publication.createdAt }
  let markdown = content
  for (const [index, { file, alt }] of more.entries()) {
    const mediaId = await addPart(services, file, { ...at, alt, position: index + (show ? 1 : 0) })
    markdown = markdown.replaceAll(`(${partScheme}${file})`, `(${partScheme}${mediaId})`)
  }
  for (const [position, name] of attachments.entries())
    await addPart(services, name, { ...at, name, position })
  if (markdown !== content) await placeInText(services, postId, markdown)
  if (uncorrected) await correct(services, { postId, content, ...publication }, uncorrected.hours)
  return postId
}

type Correction = { postId: string; creatorId: string; createdAt: Date; content: string }

const correct = (
  services: Services,
  { postId, creatorId, createdAt, content }: Correction,
  hours: number,
): Promise<void> =>
  services.db.transaction(async (tx) => {
    const post = await lockPost(tx, postId)
    const at = new Date(createdAt.getTime() + hours * 3_600_000)
    if (post) await changePost(services, tx, { post, personId: creatorId, fields: plainText(content), at })
  })

const placeInText = ({ db }: Services, id: string, markdown: string) =>
  db.transaction(async (tx) => {
    const text = formatText(markdown)
    await tx.update(posts).set(text).where(eq(posts.id, id))
    for (const { mediaId, position, inText } of placedParts(text, await partsOfPost(tx, id)))
      await tx.update(postParts).set({ position, inText }).where(eq(postParts.mediaId, mediaId))
  })

async function addPart(
  services: Services,
  fileName: string,
  { createdAt, ...part }: Omit<typeof postParts.$inferInsert, 'mediaId'> & { createdAt: Date },
): Promise<string> {
  const added = await withDemoFile(services, fileName, (file) =>
    addMedia(
      services,
      { file, createdAt, isHistory: true, isAttachment: part.name !== undefined },
      async (tx, { id }) => void (await tx.insert(postParts).values({ ...part, mediaId: id })),
    ),
  )
  return added.id
}
