import { api } from '@touchline/contract/api.ts'
import { postsAtOnce } from '@touchline/contract/reach.ts'
import { notFound } from '#errors.ts'
import { privacyOf } from '#features/profiles/privacy.ts'
import { sendCsv } from '#http/csv.ts'
import { limits } from '#http/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { contentCsv } from './content-csv.ts'
import { noteWatching } from './note-watching.ts'
import { ownPost, ownPosts } from './own-posts.ts'
import { reachedMembers } from './reached-members.ts'

const peopleAtOnce = 25

/** Binds how a creator's posts were received. */
export function reachRoutes(route: Route, services: Services): void {
  const { db, clock } = services

  route(api.reach.content, async ({ query, viewer, reply }) => {
    const { before, limit = postsAtOnce, format } = query
    if (format) return sendCsv(reply, 'content', contentCsv(db, clock.now(), viewer.id))
    const page = await ownPosts(db, clock.now(), { creatorId: viewer.id, before, limit })
    const { contentAnalytics } = await privacyOf(services, viewer.id)
    return { ...page, countsViews: contentAnalytics }
  })

  route(api.reach.members, async ({ params, query, viewer }) => {
    const now = clock.now()
    const found = await ownPost(db, now, { creatorId: viewer.id, postId: params.id })
    if (!found) throw notFound('Post')
    const { before, limit = peopleAtOnce } = query
    return { ...found, ...(await reachedMembers(db, now, { postId: found.post.id, viewer, before, limit })) }
  })

  route(
    api.reach.watch,
    ({ params, body, viewer }) =>
      noteWatching(services, { viewer, postId: params.id, seconds: body.seconds }),
    { limit: limits.watch },
  )
}
