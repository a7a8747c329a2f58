import { type FrontPosts, type Teaser, teaserCount } from '@touchline/contract/teasers.ts'
import { validate } from 'uuid'
import { cachedRead } from '#live/cached-read.ts'
import type { Changed } from '#live/live-notice.ts'
import type { Services } from '#services.ts'
import { sharedPosts, type SharedRow } from './queries.ts'
import { toTeaser } from './to-teaser.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'live'>
type Shared = { teaser: Teaser; opensAt: Date | null; mediaId: string | null }

/** Shared posts as strangers see them. The same object is returned until something changes. */
export type Teasers = {
  newest(): Promise<FrontPosts>
  /** null for a post that does not exist or is not shared. */
  byId(id: string): Promise<Teaser | null>
  /** The media item of a post whose video strangers may watch, else null. */
  clipMedia(id: string): Promise<string | null>
  /** The ids of all shared posts, newest first. */
  listed(): Promise<{ id: string; createdAt: Date }[]>
}

const maxCached = 2000
/** More than are shown, because some may still be for members only. */
const maxRead = teaserCount * 5

const toShared = (row: SharedRow): Shared => ({
  teaser: toTeaser(row),
  opensAt: row.opensAt,
  mediaId: row.mediaId,
})

const isChange = (what?: Changed) => what !== 'archive'

const opened = new WeakMap<Services['live'], Teasers>()

/** The shared posts, cached once per process. */
export function teasersOf(services: Deps): Teasers {
  const known = opened.get(services.live)
  if (known) return known
  const teasers = openTeasers(services)
  opened.set(services.live, teasers)
  return teasers
}

/**
 * A live notification drops what is cached; early access is compared with the clock at every read. Unknown posts are
 * not cached: each costs one lookup by primary key.
 */
function openTeasers({ db, clock, live }: Deps): Teasers {
  const cached = new Map<string, Shared>()
  let shown: FrontPosts = { teasers: [], clip: null }
  let version = 0

  const isOpen = ({ opensAt }: { opensAt: Date | null }) => opensAt === null || opensAt <= clock.now()

  const load = async (id: string): Promise<Shared | null> => {
    const before = version
    const [row] = await sharedPosts(db).one.execute({ id })
    if (!row) return null
    const found = toShared(row)
    // A change during the read may be missing in it.
    if (version === before && live.isListening()) {
      cached.set(id, found)
      // Maps iterate in insertion order.
      for (const oldest of cached.keys()) if (cached.size > maxCached) cached.delete(oldest)
    }
    return found
  }
  const readNewest = async () => {
    const [posts, clips] = await Promise.all([
      sharedPosts(db).newest.execute({ limit: maxRead }),
      sharedPosts(db).clips.execute({ limit: teaserCount }),
    ])
    return { posts: posts.map(toShared), clips: clips.map(toShared) }
  }
  const openById = async (id: string): Promise<Shared | null> => {
    if (!validate(id)) return null
    const key = id.toLowerCase()
    const found = cached.get(key) ?? (await load(key))
    return found && isOpen(found) ? found : null
  }
  const newest = cachedRead(live, { read: readNewest, isChange })
  const listed = cachedRead(live, { read: () => sharedPosts(db).listed.execute(), isChange })
  live.onChange((what) => {
    if (!isChange(what)) return
    version += 1
    cached.clear()
  })
  live.subscribe((_audience, message) => {
    if (!('postId' in message)) return
    version += 1
    cached.delete(message.postId)
    newest.drop()
  })

  return {
    byId: async (id) => (await openById(id))?.teaser ?? null,
    async clipMedia(id) {
      const found = await openById(id)
      return found?.teaser.clip ? found.mediaId : null
    },
    async newest() {
      const { posts, clips } = await newest.read()
      const clip = clips.find(isOpen)?.teaser ?? null
      const teasers = posts
        .filter((post) => isOpen(post) && post.teaser.id !== clip?.id)
        .slice(0, teaserCount)
        .map(({ teaser }) => teaser)
      const isSame =
        clip === shown.clip &&
        teasers.length === shown.teasers.length &&
        teasers.every((teaser, index) => teaser === shown.teasers[index])
      if (!isSame) shown = { teasers, clip }
      return shown
    },
    listed: async () => (await listed.read()).filter(isOpen),
  }
}
