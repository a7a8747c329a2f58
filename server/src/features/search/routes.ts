import { api } from '@touchline/contract/api.ts'
import { hasFilters } from '@touchline/contract/filters.ts'
import { type HitCount, maxHitsCounted } from '@touchline/contract/search.ts'
import { feedPage } from '#features/posts/feed/feed.ts'
import { termsFor } from '#features/posts/feed/search-terms.ts'
import { archiveOf } from '#features/posts/filters/archive.ts'
import { filteredPage } from '#features/posts/filters/filter-posts.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { findCaptions, searchCaptions } from './search-captions.ts'
import { findComments, searchComments } from './search-comments.ts'

const defaultLimit = 20
const none = { hits: [], hasMore: false }

const countOf = ({ length }: unknown[]): HitCount => ({
  count: Math.min(length, maxHitsCounted),
  isExact: length <= maxHitsCounted,
})

export function routes(route: Route, services: Services): void {
  const { db } = services
  const archive = archiveOf(services)

  route(api.search.captions, async ({ query: { search, limit = defaultLimit, after }, viewer }) => {
    const terms = await termsFor(db, search)
    return terms.length > 0 ? searchCaptions(db, viewer, { terms, limit, after }) : none
  })

  route(api.search.comments, async ({ query: { search, limit = defaultLimit, after }, viewer }) => {
    const terms = await termsFor(db, search)
    return terms.length > 0 ? searchComments(db, viewer, { terms, limit, after }) : none
  })

  route(api.search.counts, async ({ query, viewer }) => {
    const terms = await termsFor(db, query.search)
    if (terms.length === 0) return { posts: countOf([]), captions: countOf([]), comments: countOf([]) }
    const page = { ...query, limit: 1 }
    const max = maxHitsCounted + 1
    const [posts, captions, comments] = await Promise.all([
      hasFilters(query) ? filteredPage({ db, archive }, viewer, page) : feedPage(db, viewer, page),
      findCaptions(db, viewer, terms, max),
      findComments(db, viewer, terms, max),
    ])
    return {
      posts: { count: posts.total, isExact: posts.isTotalExact },
      captions: countOf(captions),
      comments: countOf(comments),
    }
  })
}
