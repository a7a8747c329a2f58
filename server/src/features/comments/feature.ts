import type { Feature } from '#features/feature.ts'
import { exportComments } from './export.ts'
import { routes } from './routes.ts'

export const comments: Feature = {
  routes,
  erase: [
    {
      table: 'comments',
      fate: 'deleted',
      holds: 'comments and replies',
      apart: 'eraseAuthor',
      why: 'a comment with replies keeps its place, without its text and author',
    },
  ],
  export: { lists: [{ type: 'comments', rows: exportComments }] },
}
