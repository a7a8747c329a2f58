import { sql } from 'drizzle-orm'
import { by, nothing } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import {
  exportCommentLikes,
  exportComments,
  exportHiddenPeople,
  exportMentions,
  exportMutedThreads,
} from './export.ts'
import { deleteOldRejections, publishHeld } from './held/decide-held.ts'
import { exportHeldComments } from './held/queries.ts'
import { routes } from './routes.ts'

export const comments: Feature = {
  routes,
  jobs(services) {
    const { jobs } = services
    jobs.work('publish-held-comment', async ({ id }) => void (await publishHeld(services, String(id))))
    jobs.every('47 3 * * *', 'delete-old-rejections', () => deleteOldRejections(services))
  },
  erase: [
    {
      table: 'comments',
      fate: 'deleted',
      holds: 'comments and replies',
      apart: 'eraseAuthor',
      why: 'a comment with replies keeps its place, without its text and author',
    },
    {
      table: 'comment_words',
      fate: 'deleted',
      holds: 'words of their comments, for the search',
      apart: 'eraseAuthor',
    },
    {
      table: 'comment_versions',
      fate: 'deleted',
      holds: 'earlier texts of their edited comments',
      apart: 'eraseAuthor',
    },
    {
      table: 'held_comments',
      fate: 'deleted',
      holds: 'comments that wait for approval, and rejected ones',
      whose: by('person_id'),
    },
    {
      table: 'comment_mentions',
      fate: 'emptied',
      holds: 'which comments mention them',
      whose: by('person_id'),
      columns: { person_id: nothing },
      keeps: [],
      why: 'the comments of others stay and say “a former member”',
    },
    { table: 'muted_threads', fate: 'deleted', holds: 'threads they muted', whose: by('person_id') },
    {
      table: 'hidden_people',
      fate: 'deleted',
      holds: 'whose comments they hid, and who hid theirs',
      whose: ({ personId }) => sql`person_id = ${personId} or hidden_id = ${personId}`,
    },
    { table: 'comment_likes', fate: 'deleted', holds: 'hearts for comments', whose: by('person_id') },
  ],
  export: {
    profile: exportHeldComments,
    lists: [
      { type: 'comments', rows: exportComments },
      { type: 'comments', name: 'mentions', rows: exportMentions },
      { type: 'profile', name: 'muted-threads', rows: exportMutedThreads },
      { type: 'profile', name: 'hidden-people', rows: exportHiddenPeople },
      { type: 'likes', name: 'comment-likes', rows: exportCommentLikes },
    ],
  },
}
