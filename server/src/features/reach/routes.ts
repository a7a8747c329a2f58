import { api } from '@touchline/contract/api.ts'
import { postsPerPage } from '@touchline/contract/reach.ts'
import { notFound } from '#errors.ts'
import { privacyOf } from '#features/profiles/privacy.ts'
import { sendCsv } from '#http/csv.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { contentCsv } from './content-csv.ts'
import { clearHistory, historyOf, switchHistory } from './history.ts'
import { positionsOf, savePositions } from './playback-positions.ts'
import { recordWatching } from './record-watching.ts'
import { ownPost, ownPosts } from './own-posts.ts'
import { reachedMembers } from './reached-members.ts'

const peoplePerPage = 25

export function routes(route: Route, services: Services): void {
  const { db, clock } = services

  route(
    api.reach.content,
    async ({ query, viewer, reply }) => {
      const { before, limit = postsPerPage, format } = query
      if (format) return sendCsv(reply, 'content', contentCsv(db, viewer.id))
      const page = await ownPosts(db, { creatorId: viewer.id, before, limit })
      const { contentAnalytics } = await privacyOf(services, viewer.id)
      return { ...page, countsViews: contentAnalytics }
    },
    { limit: limits.contentFigures },
  )

  route(api.reach.members, async ({ params, query, viewer }) => {
    const post = await ownPost(db, { creatorId: viewer.id, postId: params.id })
    if (!post) throw notFound('Post')
    const { before, limit = peoplePerPage } = query
    const people = await reachedMembers(db, clock.now(), { postId: post.id, viewer, before, limit })
    return { post, ...people }
  })

  route(
    api.reach.watch,
    ({ params, body, viewer }) =>
      recordWatching(services, { viewer, postId: params.id, seconds: body.seconds }),
    { limit: limits.watch },
  )

  route(api.playback.save, ({ body, viewer }) => savePositions(services, viewer, body.positions), {
    limit: limits.playbackPositions,
  })

  route(api.playback.list, ({ viewer }) => positionsOf(services, viewer))

  route(api.library.showHistory, ({ viewer }) => historyOf(services, viewer))
  route(
    api.library.changeHistory,
    ({ body, viewer }) => switchHistory(services, { personId: viewer.id, isOn: body.isOn }),
    { limit: limits.history },
  )
  route(api.library.clearHistory, ({ viewer }) => clearHistory(services, viewer.id), {
    limit: limits.history,
  })
}
