import { and, eq, gt, sql } from 'drizzle-orm'
import { by, ofNumbers, untouched } from '#db/erasure-rule.ts'
import { rowsById } from '#db/rows-by-id.ts'
import type { Feature } from '#features/feature.ts'
import { titleFor } from '#features/posts/exported-posts.ts'
import { posts } from '#features/posts/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { countReach, recountReach } from './count-reach.ts'
import { sweepPositions } from './playback-positions.ts'
import { routes } from './routes.ts'
import { playbackPositions, postWatches } from './schema.ts'

/** Watch time per post and day (UTC), in seconds. */
async function* exportWatches({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const days = sql<{ day: string; seconds: number }[]>`json_agg(
    json_build_object('day', ${postWatches.day}, 'seconds', ${postWatches.seconds}) order by ${postWatches.day})`
  const played = rowsById((after, limit) =>
    db
      .select({ id: posts.id, title: posts.title, status: posts.status, days })
      .from(postWatches)
      .innerJoin(posts, eq(posts.id, postWatches.postId))
      .where(and(eq(postWatches.personId, viewer.id), gt(posts.id, after)))
      .groupBy(posts.id)
      .orderBy(posts.id)
      .limit(limit),
  )
  for await (const { id, title, status, days: playedOn } of played)
    yield { postId: id, postTitle: titleFor(viewer, { title, status }), playedOn }
}

/** Where they stopped in films, recordings and texts; 0 for those that they finished lately. */
async function* exportPositions({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const stopped = rowsById((after, limit) =>
    db
      .select({
        id: posts.id,
        title: posts.title,
        status: posts.status,
        seconds: playbackPositions.seconds,
        percent: playbackPositions.percent,
        playedAt: playbackPositions.playedAt,
      })
      .from(playbackPositions)
      .innerJoin(posts, eq(posts.id, playbackPositions.postId))
      .where(and(eq(playbackPositions.personId, viewer.id), gt(posts.id, after)))
      .orderBy(posts.id)
      .limit(limit),
  )
  for await (const { id, title, status, seconds, percent, playedAt } of stopped)
    yield {
      postId: id,
      postTitle: titleFor(viewer, { title, status }),
      ...(percent === null ? { stoppedAtSeconds: seconds } : { readPercent: percent }),
      playedAt,
    }
}

export const reach: Feature = {
  routes,
  jobs(services) {
    const { clock, db, jobs } = services
    jobs.every('17 4 * * *', 'sweep-positions', () => sweepPositions(services))
    jobs.every('* * * * *', 'count-reach', () => countReach(db, clock.now()))
    jobs.every('7 4 * * *', 'recount-reach', async () => void (await recountReach(db, clock.now())))
  },
  erase: [
    {
      table: 'post_watches',
      fate: 'deleted',
      holds: 'how long they played which video on which day',
      whose: by('person_id'),
    },
    {
      table: 'playback_positions',
      fate: 'deleted',
      holds: 'where they stopped in films, recordings and texts',
      whose: by('person_id'),
    },
    ...untouched(ofNumbers, 'reach_changes', 'post_reaches'),
  ],
  export: {
    lists: [
      { type: 'profile', name: 'played', rows: exportWatches },
      { type: 'profile', name: 'positions', rows: exportPositions },
    ],
  },
}
