import { sql } from 'drizzle-orm'
import type { StoredParts } from '#features/media/stored-parts.ts'
import type { PartyRow } from '#features/people/to-user.ts'
import { people } from '#features/people/schema.ts'
import { type PostRow, posts } from './schema.ts'

type Counts = Pick<PostRow, 'likesCount' | 'commentsCount' | 'viewsCount'>

/** The part of a post that is the same for every reader. */
type Shared = {
  post: Omit<PostRow, keyof Counts>
  creator: PartyRow
  stored: StoredParts
}
type Row = { [Name in keyof Shared]: Shared[Name] | null } & {
  version: string
  counts: Counts
  likedBy: string | null
  total: number
}

/** Changes with the post, its files and its creator, but not with its counters. */
export const sharedVersion = sql<string>`(${posts.partsVersion} + ${people}.xmin::text::bigint)`

/** SQL condition: `cachePosts` has not cached this version. */
export const isUnknown = sql`not (${sharedVersion} = any(${sql.placeholder('known')}::bigint[]))`

/**
 * Caches the last `maxCached` posts that were read. Each query compares versions and returns the shared part of unknown
 * ones only, so that a list never shows an outdated or removed post.
 */
export function cachePosts(maxCached: number) {
  let cached = new Map<string, Shared>()
  let versions = '{}'

  return (prepared: { execute(input: Record<string, unknown>): Promise<Row[]> }) => ({
    async execute(input: Record<string, unknown>) {
      const known = cached
      const rows = await prepared.execute({ ...input, known: versions })
      const missing = new Map<string, Shared>()
      for (const { version, post, creator, stored } of rows)
        if (post && creator && stored) missing.set(version, { post, creator, stored })
      if (missing.size > 0) {
        cached = new Map([...cached, ...missing].slice(-maxCached))
        versions = `{${[...cached.keys()].join()}}`
      }
      return rows.map(({ version, counts, likedBy, total }) => {
        const shared = missing.get(version) ?? known.get(version)!
        const { post, creator, stored } = shared
        return { post: Object.assign(counts, post), creator, stored, likedBy, total, shared }
      })
    },
  })
}
