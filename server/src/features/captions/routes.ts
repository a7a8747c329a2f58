import { api } from '@touchline/contract/api.ts'
import { maxCaptionsBytes } from '@touchline/contract/captions.ts'
import type { Media } from '@touchline/contract/media.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { notFound, Refusal, conflict } from '#errors.ts'
import { media } from '#features/media/schema.ts'
import { captionsOf, removeCaptions } from '#features/media/store-captions.ts'
import { postToChange } from '#features/posts/post-to-change.ts'
import { postParts } from '#features/posts/schema.ts'
import type { Route } from '#http/routes.ts'
import type { Viewer } from '#http/viewer.ts'
import { limits } from '#limits/limits.ts'
import type { Services } from '#services.ts'
import { saveCaptions } from './save-captions.ts'

type CaptionedPost = { id: string; mediaId: string; creatorId: string; isReady: boolean }

/**
 * Captions are those of the first video or recording. 404 for an unknown post, 403 for someone else's, 409 without
 * video or recording.
 */
async function captionedPost(
  { db }: Pick<Services, 'db'>,
  { viewer, postId }: { viewer: Viewer; postId: string },
): Promise<CaptionedPost> {
  const { id, creatorId, status } = await postToChange(db, { viewer, postId })
  const [film] = await db
    .select({ mediaId: media.id })
    .from(postParts)
    .innerJoin(media, eq(media.id, postParts.mediaId))
    .where(and(eq(postParts.postId, id), inArray(media.kind, ['video', 'audio'])))
    .orderBy(asc(postParts.position))
    .limit(1)
  if (!film) throw conflict('Only a video or a recording can have captions.')
  return { id, mediaId: film.mediaId, creatorId, isReady: status === 'ready' }
}

const notifyOfChange = (
  { live }: Pick<Services, 'live'>,
  tx: Transaction,
  { id, creatorId, isReady }: CaptionedPost,
) => live.publish(tx, isReady ? 'members' : { person: creatorId }, { type: 'post_updated', postId: id })

/** Canonical form of a language tag: `pt-br` becomes `pt-BR`. */
const canonicalLanguage = (language: string) => Intl.getCanonicalLocales(language)[0] ?? language

type Input = { viewer: Viewer; postId: string; language: string; content: string }

/**
 * Returns all captions. Throws what `captionedPost` throws, 400 with the line of invalid text,
 * 409 for too many languages, 413 for too much text, 507 when the disk is full.
 */
async function saveCaptionsOf(
  services: Pick<Services, 'db' | 'media' | 'live' | 'jobs' | 'log'>,
  input: Input,
): Promise<Media['captions']> {
  const post = await captionedPost(services, input)
  if (Buffer.byteLength(input.content) > maxCaptionsBytes)
    throw new Refusal(413, 'too_large', `Captions may have up to ${maxCaptionsBytes / 1024} kB.`)
  const { mediaId } = post
  const captions = { mediaId, language: canonicalLanguage(input.language), content: input.content }
  await saveCaptions(services, captions, (tx) => notifyOfChange(services, tx, post))
  return captionsOf(services.db, post.mediaId)
}

/** Returns the remaining captions. Throws what `captionedPost` throws, and 404 when there are none to remove. */
async function dropCaptions(
  services: Pick<Services, 'db' | 'live' | 'jobs'>,
  input: { viewer: Viewer; postId: string; language: string },
): Promise<Media['captions']> {
  const { db } = services
  const post = await captionedPost(services, input)
  await db.transaction(async (tx) => {
    const language = canonicalLanguage(input.language)
    if (!(await removeCaptions(services, tx, { mediaId: post.mediaId, language }))) throw notFound('Captions')
    await notifyOfChange(services, tx, post)
  })
  return captionsOf(db, post.mediaId)
}

/** JSON escapes can double the length of the captions. */
const maxBodyBytes = 2 * maxCaptionsBytes

/** Binds changes of captions. The media routes serve them. */
export function routes(route: Route, services: Services): void {
  route(
    api.captions.save,
    ({ params, body, viewer }) =>
      saveCaptionsOf(services, {
        viewer,
        postId: params.id,
        language: params.language,
        content: body.content,
      }),
    { limit: limits.captions, maxBodyBytes },
  )

  route(
    api.captions.remove,
    ({ params, viewer }) => dropCaptions(services, { viewer, postId: params.id, language: params.language }),
    { limit: limits.captions },
  )
}
