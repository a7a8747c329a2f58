import { api } from '@touchline/contract/api.ts'
import { showPost } from '#features/posts/show-post.ts'
import { limits } from '#http/limits.ts'
import { postBodyBytes, type Route } from '#http/routes.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { attachFile, prepareAgain, removeFile } from './attach-file.ts'
import { previewDraft } from './preview-draft.ts'
import { publishDraft } from './publish-draft.ts'
import { draftsOf, ownDraft } from './queries.ts'
import { removeDraft } from './remove-draft.ts'
import { saveDraft } from './save-draft.ts'
import { scheduleDraft, unscheduleDraft } from './schedule-draft.ts'
import { toDraft, toDraftLine } from './to-draft.ts'

type DraftRequest = { params: { id: string }; viewer: Viewer }

const own = ({ params, viewer }: DraftRequest) => ({ creatorId: viewer.id, draftId: params.id })

/** Binds the creator's desk: drafts, their files, and when they go out. */
export function draftRoutes(route: Route, services: Services): void {
  const { db } = services
  const draftNow = async (asked: DraftRequest) => toDraft(await ownDraft(db, own(asked)))

  route(api.drafts.list, async ({ viewer }) => (await draftsOf(db, viewer.id)).map(toDraftLine))

  route(api.drafts.show, draftNow)

  route(
    api.drafts.save,
    async (asked) => {
      const { version, opensAt, ...text } = asked.body
      const typed = { ...text, opensAt: opensAt === null ? null : new Date(opensAt) }
      await saveDraft(services, { ...own(asked), version, typed })
      return draftNow(asked)
    },
    { limit: limits.saveDraft, maxBodyBytes: postBodyBytes },
  )

  route(api.drafts.remove, (asked) => removeDraft(services, own(asked)))

  route(api.drafts.attachFile, async (asked) => {
    await attachFile(services, { ...own(asked), uploadId: asked.body.uploadId })
    return draftNow(asked)
  })

  route(api.drafts.removeFile, async (asked) => {
    await removeFile(services, own(asked))
    return draftNow(asked)
  })

  route(api.drafts.prepareAgain, async (asked) => {
    await prepareAgain(services, own(asked))
    return draftNow(asked)
  })

  route(api.drafts.schedule, async (asked) => {
    await scheduleDraft(services, { ...own(asked), publishAt: new Date(asked.body.publishAt) })
    return draftNow(asked)
  })

  route(api.drafts.unschedule, async (asked) => {
    await unscheduleDraft(services, own(asked))
    return draftNow(asked)
  })

  route(api.drafts.publish, async (asked) => {
    await publishDraft(services, { ...own(asked), ...asked.body })
    return showPost(services, asked.viewer, asked.params.id)
  })

  route(api.drafts.preview, (asked) => previewDraft(services, { ...own(asked), as: asked.query.as }))
}
