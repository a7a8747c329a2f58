import type { HeldTipMessage } from '@touchline/contract/held-tips.ts'
import { and, asc, count, eq, inArray } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { partyColumns } from '#features/people/party-columns.ts'
import { people } from '#features/people/schema.ts'
import { toParty } from '#features/people/to-user.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { tips } from '../schema.ts'
import { heldTipMessages } from './schema.ts'

const maxListed = 50

/** A message waits once its tip is paid. */
const isOfPaidTip = and(eq(tips.id, heldTipMessages.tipId), eq(tips.status, 'completed'))

/** Returns the oldest messages that wait for approval, and how many there are. */
export async function heldMessages(
  db: Database,
  viewer: Viewer,
): Promise<{ messages: HeldTipMessage[]; waiting: number }> {
  const [rows, [all]] = await Promise.all([
    db
      .select({ held: heldTipMessages, user: partyColumns })
      .from(heldTipMessages)
      .innerJoin(tips, isOfPaidTip)
      .innerJoin(people, eq(people.id, heldTipMessages.personId))
      .orderBy(asc(heldTipMessages.createdAt), asc(heldTipMessages.tipId))
      .limit(maxListed),
    db.select({ waiting: count() }).from(heldTipMessages).innerJoin(tips, isOfPaidTip),
  ])
  return {
    messages: rows.map(({ held: { tipId, message, words, isOfNewMember, createdAt }, user }) => ({
      id: tipId,
      message,
      words,
      isOfNewMember,
      createdAt: createdAt.toISOString(),
      user: toParty(user, viewer),
    })),
    waiting: all?.waiting ?? 0,
  }
}

/** Returns the held messages of these tips by tip id. */
export async function waitingMessagesOf(db: Database, tipIds: string[]): Promise<Map<string, string>> {
  if (tipIds.length === 0) return new Map()
  const rows = await db
    .select({ tipId: heldTipMessages.tipId, message: heldTipMessages.message })
    .from(heldTipMessages)
    .where(inArray(heldTipMessages.tipId, tipIds))
  return new Map(rows.map(({ tipId, message }) => [tipId, message]))
}

/** Adds the messages of the viewer that wait for approval to their data export. */
export const exportHeldMessages = async ({ db }: Pick<Services, 'db'>, { id }: Viewer) => ({
  heldTipMessages: await db
    .select({
      tipId: heldTipMessages.tipId,
      message: heldTipMessages.message,
      createdAt: heldTipMessages.createdAt,
    })
    .from(heldTipMessages)
    .where(eq(heldTipMessages.personId, id))
    .orderBy(heldTipMessages.createdAt),
})
