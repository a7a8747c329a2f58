import type { Post } from '@touchline/contract/posts.ts'
import { notFound, subscriptionRequired } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { validate } from 'uuid'
import { postQueries } from './queries.ts'
import { postText } from './post-text.ts'
import { readerOf } from './reader.ts'
import { type FullPost, toPost } from './to-post.ts'
import type { PostRow } from './schema.ts'

const isOpenAt = ({ status, opensAt }: Pick<PostRow, 'status' | 'opensAt'>, now: Date) =>
  status === 'ready' && opensAt !== null && opensAt <= now

/** Viewers without access get the same refusal for every post that is not open, which reveals nothing. */
export function readPost(viewer: Viewer, found: FullPost | undefined, now: Date): Post {
  if (viewer.hasAccess) {
    if (!found) throw notFound('Post')
    return toPost(found, viewer)
  }
  if (!found || !isOpenAt(found.post, now)) throw subscriptionRequired()
  return { ...toPost(found, viewer), isLiked: false }
}

async function findPost({ db }: Pick<Services, 'db'>, viewer: Viewer, id: string) {
  const parameters = { viewerId: viewer.id, ...readerOf(viewer), id }
  const [found] = validate(id) ? await postQueries(db).one.execute(parameters) : []
  return found
}

type Deps = Pick<Services, 'db' | 'clock'>

export async function showPost(services: Deps, viewer: Viewer, id: string): Promise<Post> {
  return readPost(viewer, await findPost(services, viewer, id), services.clock.now())
}

/** Like `showPost`, as text. */
export async function showPostText(services: Deps, viewer: Viewer, id: string) {
  const found = await findPost(services, viewer, id)
  return viewer.hasAccess && found ? postText(found, viewer) : readPost(viewer, found, services.clock.now())
}
