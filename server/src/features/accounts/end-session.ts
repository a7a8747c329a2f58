import { and, eq, inArray, ne, type SQL } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { idsBeyondNewest } from '#limits/quota.ts'
import type { Services } from '#services.ts'
import { sessions } from '#features/people/schema.ts'
import { tokenHash } from '#features/people/tokens.ts'

type Ending = Pick<Services, 'live'>

/** Ends sessions, their open sockets and their running downloads; returns how many there were. */
async function end(tx: Queryable, { live }: Ending, which: SQL | undefined): Promise<number> {
  const ended = await tx.delete(sessions).where(which).returning({ id: sessions.id })
  for (const { id } of ended) await live.endSession(tx, id)
  return ended.length
}

/** Ends the session of a token; an unknown token changes nothing. */
export async function endSessionByToken(
  { db, live }: Pick<Services, 'db'> & Ending,
  token: string,
): Promise<void> {
  await db.transaction((tx) => end(tx, { live }, eq(sessions.tokenHash, tokenHash(token))))
}

/** Ends one session of a person; false if they have none with this id. */
export async function endSessionOf(
  { db, live }: Pick<Services, 'db'> & Ending,
  { personId, sessionId }: { personId: string; sessionId: string },
): Promise<boolean> {
  if (!isUuid(sessionId)) return false
  const which = and(eq(sessions.id, sessionId), eq(sessions.personId, personId))
  return db.transaction(async (tx) => (await end(tx, { live }, which)) > 0)
}

/** Ends every session of a person except `except`, in the transaction of the cause. */
export async function endSessions(
  tx: Queryable,
  services: Ending,
  { personId, except }: { personId: string; except?: string },
): Promise<void> {
  const theirs = eq(sessions.personId, personId)
  await end(tx, services, except ? and(theirs, ne(sessions.id, except)) : theirs)
}

export const maxSessions = 20

export async function endOldestSessions(
  { db, live }: Pick<Services, 'db'> & Ending,
  personId: string,
): Promise<void> {
  const extra = idsBeyondNewest(db, sessions, personId, maxSessions)
  await db.transaction((tx) => end(tx, { live }, inArray(sessions.id, extra)))
}
