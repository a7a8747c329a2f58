import type { LiveMessage } from '@touchline/contract/live.ts'
import type { Queryable } from '#db/database.ts'

/** Who a live message is for: everyone with access, or one person. */
export type Audience = 'members' | { person: string }

/** Live messages: said inside the transaction they follow from, heard by every process after its commit. */
export type Live = {
  /** Says `message` to the audience after `tx` commits. Ids and counts only. */
  say(tx: Queryable, audience: Audience, message: LiveMessage): Promise<void>
  /** After commit: sockets of this session close with 4401. */
  endSession(tx: Queryable, sessionId: string): Promise<void>
  /** After commit: the person's sockets are checked again; without access they close with 4403. */
  accessChanged(tx: Queryable, personId: string): Promise<void>
}
