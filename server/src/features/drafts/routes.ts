import { api } from '@touchline/contract/api.ts'
import { showPost } from '#features/posts/show-post.ts'
import { toPost } from '#features/posts/to-post.ts'
import { limits } from '#limits/limits.ts'
import { uploadMs } from '#http/load.ts'
import { postBodyBytes, type Route } from '#http/routes.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { addPart, prepareAgain, removePart } from './change-parts.ts'
import { beginEdit, duplicatePost, unpublishPost } from './edit-post.ts'
import { draftAsPost, previewDraft } from './preview-draft.ts'
import { publishDraft } from './publish-draft.ts'
import { draftsOf, ownDraft, type Own } from './queries.ts'
import { saveDraft } from './save-draft.ts'
import { scheduleDraft, unscheduleDraft } from './schedule-draft.ts'
import { toDraft, toDraftLine } from './to-draft.ts'
import { and, eq } from 'drizzle-orm'
import { deletePost } from '#features/posts/delete-post.ts'
import { posts } from '#features/posts/schema.ts'
import { removeMedia } from '#features/media/remove-media.ts'
import { draftPartRows } from './arrange-parts.ts'
import { lockDraft } from './lock-draft.ts'
import { drafts } from './schema.ts'

/** Removes a draft with its files, and an unpublished post with it. Throws 404 for anyone but its creator. */
async function removeDraft(services: Pick<Services, 'db' | 'live' | 'jobs'>, own: Own): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { id, postId } = await lockDraft(tx, own)
    const isUnpublished = and(eq(posts.id, id), eq(posts.status, 'unpublished'))
    if (postId !== null) await deletePost(services, tx, { postId, condition: isUnpublished })
    const mediaIds = (await draftPartRows(tx, id)).map(({ mediaId }) => mediaId)
    await tx.delete(drafts).where(eq(drafts.id, id))
    await removeMedia(services, tx, mediaIds)
    await services.live.publish(tx, { person: own.creatorId }, { type: 'draft_changed', draftId: id })
  })
}

type DraftRequest = { params: { id: string }; viewer: Viewer }

const own = ({ params, viewer }: DraftRequest) => ({ creatorId: viewer.id, draftId: params.id })

const ownPost = ({ params, viewer }: DraftRequest) => ({ creatorId: viewer.id, postId: params.id })

export function routes(route: Route, services: Services): void {
  const { db } = services
  const currentDraft = async (request: DraftRequest) => toDraft(await ownDraft(db, own(request)))

  route(api.drafts.list, async ({ viewer }) => (await draftsOf(db, viewer.id)).map(toDraftLine))

  route(api.drafts.show, currentDraft)

  route(
    api.drafts.save,
    async (request) => {
      const { version, opensAt, parts, ...typed } = request.body
      const text = { ...typed, opensAt: opensAt === null ? null : new Date(opensAt) }
      await saveDraft(services, { ...own(request), version, text, parts })
      return currentDraft(request)
    },
    { limit: limits.saveDraft, maxBodyBytes: postBodyBytes },
  )

  route(api.drafts.remove, (request) => removeDraft(services, own(request)))

  /** A long film is read once to compute its hash. */
  const readsLong = { maxMs: uploadMs }

  route(
    api.drafts.attachFile,
    async (request) => {
      const { uploadId } = request.body
      await addPart(services, { ...own(request), uploadId, place: { replaces: 'first' } })
      return currentDraft(request)
    },
    readsLong,
  )

  route(
    api.drafts.addPart,
    async (request) => {
      const { uploadId, replaces } = request.body
      await addPart(services, { ...own(request), uploadId, place: { replaces } })
      return currentDraft(request)
    },
    readsLong,
  )

  route(
    api.drafts.addAttachment,
    async (request) => {
      const { uploadId, name } = request.body
      await addPart(services, { ...own(request), uploadId, place: { attachedAs: name } })
      return currentDraft(request)
    },
    readsLong,
  )

  route(api.drafts.removePart, async (request) => {
    await removePart(services, { ...own(request), partId: request.params.partId })
    return currentDraft(request)
  })

  route(api.drafts.removeFile, async (request) => {
    await removePart(services, { ...own(request), partId: 'first' })
    return currentDraft(request)
  })

  route(api.drafts.prepareAgain, async (request) => {
    await prepareAgain(services, own(request))
    return currentDraft(request)
  })

  route(api.drafts.schedule, async (request) => {
    await scheduleDraft(services, { ...own(request), publishAt: new Date(request.body.publishAt) })
    return currentDraft(request)
  })

  route(api.drafts.unschedule, async (request) => {
    await unscheduleDraft(services, own(request))
    return currentDraft(request)
  })

  route(api.drafts.publish, async (request) => {
    const { viewer, params } = request
    await publishDraft(services, { ...own(request), ...request.body })
    const waiting = await ownDraft(db, own(request)).catch(() => null)
    return waiting
      ? toPost(draftAsPost(waiting, services.clock.now()), viewer)
      : showPost(services, viewer, params.id)
  })

  route(api.drafts.edit, async (request) => {
    await beginEdit(services, ownPost(request))
    return currentDraft(request)
  })

  route(api.drafts.unpublish, async (request) => {
    await unpublishPost(services, ownPost(request))
    return currentDraft(request)
  })

  route(api.drafts.duplicate, async (request) => {
    const { viewer, body } = request
    await duplicatePost(services, { ...ownPost(request), ...body })
    return toDraft(await ownDraft(db, { creatorId: viewer.id, draftId: body.draftId }))
  })

  route(api.drafts.preview, (request) => previewDraft(services, { ...own(request), as: request.query.as }))
}
