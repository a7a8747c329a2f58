import type { PostReach } from '@touchline/contract/reach.ts'
import type { Queryable } from '#db/database.ts'
import { csvRow } from '#http/csv.ts'
import { ownPosts } from './own-posts.ts'

const batchSize = 200

const heading = [
  'Published (UTC)',
  'Title',
  'Kind',
  'Views',
  'Likes',
  'Comments',
  'Engagement (%)',
  'Members reached',
  'Members',
  'Watched (seconds)',
  'Counted (UTC)',
  'Id',
]

const fieldsOf = (post: PostReach) => [
  post.createdAt,
  post.title ?? post.excerpt,
  post.mediaType,
  post.views,
  post.likes,
  post.comments,
  post.engagement,
  post.reached,
  post.members,
  post.watchedSeconds,
  post.countedAt,
  post.id,
]

/** All posts of a creator with their reach as CSV, newest first, page by page. */
export async function* contentCsv(db: Queryable, creatorId: string): AsyncGenerator<string> {
  yield csvRow(heading)
  let before: string | undefined
  do {
    const { posts, next } = await ownPosts(db, { creatorId, before, limit: batchSize })
    yield posts.map((post) => csvRow(fieldsOf(post))).join('')
    before = next ?? undefined
  } while (before)
}
