import { by, ofCreators, untouched } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { exportAnalytics, exportLikes, exportPosts, exportViews } from './export.ts'
import { exportedBytes, exportMedia } from './export-media.ts'
import { countPostBytes } from './count-bytes.ts'
import { feedRoutes } from './feed/feed-routes.ts'
import { recountFeed } from './feed/recount-posts.ts'
import { recountPosts } from './recount.ts'
import { postRoutes } from './routes.ts'
import { sweepUploads } from './uploads/sweep-uploads.ts'
import { uploadRoutes } from './uploads/upload-routes.ts'

export const posts: Feature = {
  routes(route, services) {
    postRoutes(route, services)
    feedRoutes(route, services)
  },
  rawRoutes: uploadRoutes,
  jobs(services) {
    const { jobs } = services
    countPostBytes(services)
    jobs.every('11 * * * *', 'recount-posts', async () => void (await recountPosts(services)))
    jobs.every('13 * * * *', 'recount-feed', async () => void (await recountFeed(services)))
    jobs.every('23 * * * *', 'sweep-uploads', async () => void (await sweepUploads(services)))
  },
  erase: [
    { table: 'likes', fate: 'deleted', holds: 'likes', apart: 'eraseReader' },
    {
      table: 'post_views',
      fate: 'deleted',
      holds: 'which posts they saw on which day',
      apart: 'eraseReader',
    },
    { table: 'feed_marks', fate: 'deleted', holds: 'where they were in the feed', whose: by('person_id') },
    { table: 'uploads', fate: 'deleted', holds: 'unfinished uploads', whose: by('person_id') },
    ...untouched(ofCreators, 'posts', 'post_parts', 'post_words', 'post_counts'),
  ],
  export: {
    lists: [
      { type: 'profile', name: 'seen', rows: exportViews },
      { type: 'likes', rows: exportLikes },
      { type: 'posts', rows: exportPosts },
      { type: 'analytics', rows: exportAnalytics },
    ],
    files: { type: 'media', entries: exportMedia, bytes: exportedBytes },
  },
}
