import { by, nothing, ofCreators, untouched } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import {
  exportAnalytics,
  exportBookmarks,
  exportLikes,
  exportPosts,
  exportRevisions,
  exportViews,
} from './export.ts'
import { exportedBytes, exportMedia } from './export-media.ts'
import { countPostBytes } from './count-bytes.ts'
import { collectionRoutes } from './collections/collection-routes.ts'
import { exportCollections } from './collections/export-collections.ts'
import { feedRoutes } from './feed/feed-routes.ts'
import { recountFeed } from './feed/recount-posts.ts'
import { recountPosts } from './recount.ts'
import { postRoutes } from './routes.ts'
import { deleteOldFiles } from './revisions/removed-files.ts'
import { sweepUploads } from './uploads/sweep-uploads.ts'
import { uploadRoutes } from './uploads/upload-routes.ts'

export const posts: Feature = {
  routes(route, services) {
    postRoutes(route, services)
    feedRoutes(route, services)
    collectionRoutes(route, services)
  },
  rawRoutes: uploadRoutes,
  jobs(services) {
    const { jobs } = services
    countPostBytes(services)
    jobs.every('11 * * * *', 'recount-posts', async () => void (await recountPosts(services)))
    jobs.every('13 * * * *', 'recount-feed', async () => void (await recountFeed(services)))
    jobs.every('17 * * * *', 'delete-removed-files', () => deleteOldFiles(services))
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
    { table: 'bookmarks', fate: 'deleted', holds: 'bookmarked posts', whose: by('person_id') },
    { table: 'feed_marks', fate: 'deleted', holds: 'where they were in the feed', whose: by('person_id') },
    { table: 'uploads', fate: 'deleted', holds: 'unfinished uploads', whose: by('person_id') },
    {
      table: 'post_revisions',
      fate: 'emptied',
      holds: 'which versions of posts they saved',
      whose: by('person_id'),
      columns: { person_id: nothing },
      keeps: ['snapshot'],
      why: 'what creators publish stays',
    },
    ...untouched(
      ofCreators,
      'posts',
      'post_parts',
      'removed_parts',
      'post_words',
      'post_counts',
      'collections',
      'collection_posts',
    ),
  ],
  export: {
    lists: [
      { type: 'profile', name: 'seen', rows: exportViews },
      { type: 'likes', rows: exportLikes },
      { type: 'likes', name: 'bookmarks', rows: exportBookmarks },
      { type: 'posts', rows: exportPosts },
      { type: 'posts', name: 'post-versions', rows: exportRevisions },
      { type: 'posts', name: 'collections', rows: exportCollections },
      { type: 'analytics', rows: exportAnalytics },
    ],
    files: { type: 'media', entries: exportMedia, bytes: exportedBytes },
  },
}
