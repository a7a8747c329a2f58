import { eq } from 'drizzle-orm'
import type { Services } from '#services.ts'
import { sessions } from './schema.ts'
import { tokenHash } from './session-token.ts'

/** Ends the session a token belongs to, on the server and on its open sockets; an unknown token changes nothing. */
export async function endSessionByToken(
  { db, live }: Pick<Services, 'db' | 'live'>,
  token: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(eq(sessions.tokenHash, tokenHash(token)))
      .returning({ id: sessions.id })
    if (ended) await live.endSession(tx, ended.id)
  })
}
