import { noticeKinds } from '@touchline/contract/notifications.ts'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { by, type ErasureRule } from '#db/erasure-rule.ts'

/** A row is written with its cause and deleted when the notifications exist. */
export const notificationEvents = pgTable(
  'notification_events',
  {
    kind: text('kind', { enum: noticeKinds }).notNull(),
    /** The post, comment or tip. */
    subjectId: uuid('subject_id').notNull(),
    happenedAt: moment('happened_at').notNull(),
    /** The only person to notify; null where the subject decides. */
    personId: uuid('person_id'),
    /** What happened to the subject, where the kind alone does not say. */
    detail: text('detail'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId] }),
    index('notification_events_happened').on(table.happenedAt),
    check('notification_events_detail_length', sql`length(detail) between 1 and 40`),
    check(
      'notification_events_kind_known',
      sql`kind in (${sql.raw(noticeKinds.map((kind) => `'${kind}'`).join(', '))})`,
    ),
  ],
)

export const eventErasure: ErasureRule[] = [
  {
    table: 'notification_events',
    fate: 'deleted',
    holds: 'ids of their pending notifications, for a moment',
    whose: by('person_id'),
  },
]
