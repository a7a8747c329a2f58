import type { LiveMessage } from '@touchline/contract/live.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Audience } from './live.ts'

/** The PostgreSQL channel that carries live notices between processes. */
export const liveChannel = 'touchline_live'

/** What one process tells all others after a commit: ids and counts only. */
export type LiveNotice =
  | { to: Audience; message: LiveMessage }
  | { endSession: string }
  | { accessChanged: string }

/** The SQL expression that sends a notice when its transaction commits. */
export const notified = (notice: LiveNotice): SQL => sql`pg_notify(${liveChannel}, ${JSON.stringify(notice)})`

const notifiedOf = (audience: SQL, type: LiveMessage['type'], fields: SQL): SQL =>
  sql`pg_notify(${sql.raw(`'${liveChannel}'`)}, json_build_object('to', ${audience}, 'message', json_build_object('type', ${sql.raw(`'${type}'`)}, ${fields}))::text)`

/**
 * The same for a message to all members whose figures the statement itself computes: `fields` alternates names
 * and values, as in json_build_object.
 */
export const notifiedMembers = (type: LiveMessage['type'], fields: SQL): SQL =>
  notifiedOf(sql`'members'`, type, fields)

/** The same to the windows of one person, whose id the statement itself finds. */
export const notifiedPerson = (personId: SQL, type: LiveMessage['type'], fields: SQL): SQL =>
  notifiedOf(sql`json_build_object('person', ${personId})`, type, fields)
