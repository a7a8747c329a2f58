import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { by } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { titleFor } from '#features/posts/exported-posts.ts'
import { posts } from '#features/posts/schema.ts'
import type { Route } from '#http/routes.ts'
import type { Viewer } from '#http/viewer.ts'
import { limits } from '#limits/limits.ts'
import type { Services } from '#services.ts'
import { revokeLeases, releaseSavedPost, leasePost, renewLeases } from './lease.ts'
import { savedPosts } from './schema.ts'

function routes(route: Route, services: Services): void {
  const limit = limits.savePost

  route(api.saved.lend, ({ params, viewer }) => leasePost(services, viewer, params.id), { limit })

  route(api.saved.renew, ({ body, viewer }) => renewLeases(services, viewer, body.postIds), { limit })

  route(api.saved.giveBack, ({ params, viewer }) => releaseSavedPost(services, viewer, params.id), { limit })
}

/** Posts saved for offline, one row per browser. */
async function exportSavedPosts({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const rows = await db
    .select({
      id: posts.id,
      title: posts.title,
      status: posts.status,
      savedAt: savedPosts.savedAt,
      until: savedPosts.endsAt,
    })
    .from(savedPosts)
    .innerJoin(posts, eq(posts.id, savedPosts.postId))
    .where(eq(savedPosts.personId, viewer.id))
    .orderBy(savedPosts.savedAt)
  const savedForOffline = rows.map(({ id, title, status, savedAt, until }) => ({
    postId: id,
    postTitle: titleFor(viewer, { title, status }),
    savedAt,
    until,
  }))
  return { savedForOffline }
}

export const saved: Feature = {
  routes,
  jobs(services) {
    services.jobs.every('*/10 * * * *', 'revoke-leases', () => revokeLeases(services))
  },
  erase: [
    {
      table: 'saved_posts',
      fate: 'deleted',
      holds: 'posts their browsers store for offline use',
      whose: by('person_id'),
    },
  ],
  export: { profile: exportSavedPosts },
}
