import { api } from '@touchline/contract/api.ts'
import { showPost } from '#features/posts/show-post.ts'
import { limits } from '#limits/limits.ts'
import { uploadMs } from '#http/load.ts'
import { postBodyBytes, type Route } from '#http/routes.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { attachFile, prepareAgain, removeFile } from './attach-file.ts'
import { previewDraft } from './preview-draft.ts'
import { publishDraft } from './publish-draft.ts'
import { draftsOf, ownDraft, type Own } from './queries.ts'
import { saveDraft } from './save-draft.ts'
import { scheduleDraft, unscheduleDraft } from './schedule-draft.ts'
import { toDraft, toDraftLine } from './to-draft.ts'
import { eq } from 'drizzle-orm'
import { removeMedia } from '#features/media/remove-media.ts'
import { lockDraft } from './lock-draft.ts'
import { drafts } from './schema.ts'

/** Removes a draft with its file. Throws 404 for anyone but its creator. */
async function removeDraft(services: Pick<Services, 'db' | 'live' | 'jobs'>, own: Own): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { id, mediaId } = await lockDraft(tx, own)
    await tx.delete(drafts).where(eq(drafts.id, id))
    if (mediaId) await removeMedia(services, tx, mediaId)
    await services.live.publish(tx, { person: own.creatorId }, { type: 'draft_changed', draftId: id })
  })
}

type DraftRequest = { params: { id: string }; viewer: Viewer }

const own = ({ params, viewer }: DraftRequest) => ({ creatorId: viewer.id, draftId: params.id })

export function routes(route: Route, services: Services): void {
  const { db } = services
  const currentDraft = async (request: DraftRequest) => toDraft(await ownDraft(db, own(request)))

  route(api.drafts.list, async ({ viewer }) => (await draftsOf(db, viewer.id)).map(toDraftLine))

  route(api.drafts.show, currentDraft)

  route(
    api.drafts.save,
    async (request) => {
      const { version, opensAt, ...typed } = request.body
      const text = { ...typed, opensAt: opensAt === null ? null : new Date(opensAt) }
      await saveDraft(services, { ...own(request), version, text })
      return currentDraft(request)
    },
    { limit: limits.saveDraft, maxBodyBytes: postBodyBytes },
  )

  route(api.drafts.remove, (request) => removeDraft(services, own(request)))

  route(
    api.drafts.attachFile,
    async (request) => {
      await attachFile(services, { ...own(request), uploadId: request.body.uploadId })
      return currentDraft(request)
    },
    // A long film is read once to compute its hash.
    { longestMs: uploadMs },
  )

  route(api.drafts.removeFile, async (request) => {
    await removeFile(services, own(request))
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
    await publishDraft(services, { ...own(request), ...request.body })
    return showPost(services, request.viewer, request.params.id)
  })

  route(api.drafts.preview, (request) => previewDraft(services, { ...own(request), as: request.query.as }))
}
