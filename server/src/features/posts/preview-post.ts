import type { Preview, PreviewFor } from '@touchline/contract/previews.ts'
import { show } from '@touchline/contract/posts.ts'
import { Refusal } from '#errors.ts'
import { refusalFor } from '#http/policy.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { NIL } from 'uuid'
import { postToChange } from './post-to-change.ts'
import { postQueries } from './queries.ts'
import { type Reader, readerOf } from './reader.ts'
import { readPost } from './show-post.ts'
import type { FullPost } from './to-post.ts'

/** A subscriber without an account. */
const anySubscriber: Viewer = {
  id: NIL,
  sessionId: '',
  confirmedAt: new Date(0),
  email: '',
  firstName: null,
  lastName: null,
  role: 'subscriber',
  bio: null,
  location: null,
  website: null,
  avatarId: null,
  stripeCustomerId: null,
  createdAt: new Date(0),
  isMainInfluencer: false,
  isBlocked: false,
  hasProvenEmail: true,
  owesTwoFactor: false,
  subscriptionState: 'none',
  hasAccess: false,
}

const standIns: Record<PreviewFor, Viewer | null> = {
  member: { ...anySubscriber, hasAccess: true },
  lapsed: anySubscriber,
  visitor: null,
}

/** Applies the real access rules. `find` loads the post for a reader. */
export async function previewFor(
  as: PreviewFor,
  find: (reader: Reader & { viewerId: string }) => Promise<FullPost | undefined>,
  now: Date,
): Promise<Preview> {
  const viewer = standIns[as]
  try {
    const refusal = refusalFor(show.access, viewer)
    if (refusal || !viewer) throw refusal
    return { post: readPost(viewer, await find({ viewerId: viewer.id, ...readerOf(viewer) }), now) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refusal: { message: error.message, code: error.code } }
  }
}

/** Previews a post for a viewer who may change it. Throws 404 for an unknown post, 403 for someone else's. */
export async function previewPost(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { viewer, postId, as }: { viewer: Viewer; postId: string; as: PreviewFor },
): Promise<Preview> {
  const { id } = await postToChange(db, { viewer, postId })
  const find = async (reader: Reader & { viewerId: string }) =>
    (await postQueries(db).one.execute({ ...reader, id }))[0]
  return previewFor(as, find, clock.now())
}
