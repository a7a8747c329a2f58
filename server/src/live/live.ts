import type { LiveMessage } from '@touchline/contract/live.ts'
import type { Queryable } from '#db/database.ts'

/** The audience of a live message: everyone with access, or one person. */
export type Audience = 'members' | { person: string }

export type Live = {
  /** Publishes `message` to the audience after `tx` commits. Ids and counts only. */
  publish(tx: Queryable, audience: Audience, message: LiveMessage): Promise<void>
  /** After the commit, closes the sockets of this session with 4401. */
  endSession(tx: Queryable, sessionId: string): Promise<void>
  /** After the commit, re-checks the person's sockets; without access they close with 4403. */
  accessChanged(tx: Queryable, personId: string): Promise<void>
}
