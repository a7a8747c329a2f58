import type { LiveMessage } from '@touchline/contract/live.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Audience } from './live.ts'

/** The PostgreSQL channel of live notifications between processes. */
export const liveChannel = 'touchline_live'

/**
 * Rows of posts or of creators in people, or which posts a filter finds, which database triggers report; the published
 * settings of the site, or those of the gate.
 */
export type Changed = 'posts' | 'archive' | 'creators' | 'site' | 'gate' | 'hold_rules'

/** A notification between processes, sent after the commit: ids and counts only. */
export type LiveNotice =
  | { to: Audience; message: LiveMessage }
  | { endSession: string }
  | { accessChanged: string }
  | { changed: Changed }

/** An SQL expression that sends a notification when its transaction commits. */
export const notified = (notice: LiveNotice): SQL => sql`pg_notify(${liveChannel}, ${JSON.stringify(notice)})`

const notifiedOf = (audience: SQL, type: LiveMessage['type'], fields: SQL): SQL =>
  sql`pg_notify(${sql.raw(`'${liveChannel}'`)}, json_build_object('to', ${audience}, 'message', json_build_object('type', ${sql.raw(`'${type}'`)}, ${fields}))::text)`

/** `fields` alternates names and values that the statement computes, as in json_build_object. */
export const notifiedMembers = (type: LiveMessage['type'], fields: SQL): SQL =>
  notifiedOf(sql`'members'`, type, fields)

/** Like `notified`, to one person whose id the statement computes. */
export const notifiedPerson = (personId: SQL, type: LiveMessage['type'], fields: SQL): SQL =>
  notifiedOf(sql`json_build_object('person', ${personId})`, type, fields)
