import type { HoldRules } from '@touchline/contract/held-comments.ts'
import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { lockUntilCommit } from '#db/database.ts'
import { conflict, invalid } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { cachedRead } from '#live/cached-read.ts'
import { notified } from '#live/live-notice.ts'
import type { Services } from '#services.ts'
import { holdRules } from './schema.ts'
import { isWatchable, watcher, withoutRepetitions } from './watched-words.ts'

const none: HoldRules = { words: [], firstComments: 0, youngDays: 0, revision: 0 }

export async function savedRules(db: Queryable): Promise<HoldRules> {
  const [row] = await db.select().from(holdRules)
  if (!row) return none
  const { id: _, ...rules } = row
  return rules
}

export type ActiveRules = HoldRules & { find: (text: string) => string[] }

async function activeRules(db: Queryable): Promise<ActiveRules | null> {
  const rules = await savedRules(db)
  const isOff = rules.words.length === 0 && rules.firstComments === 0 && rules.youngDays === 0
  return isOff ? null : { ...rules, find: watcher(rules.words) }
}

/** Returns the rules in force, or null when they hold nothing. They are cached until they change. */
export function rulesInForce({ db, live }: Pick<Services, 'db' | 'live'>): () => Promise<ActiveRules | null> {
  return cachedRead(live, { read: () => activeRules(db), isChange: (what) => what === 'hold_rules' }).read
}

/** Throws 400 for a line without a letter, digit or emoji. */
export function refuseUnwatchable(words: readonly string[]): void {
  const at = words.findIndex((watched) => !isWatchable(watched))
  if (at === -1) return
  const message = `“${words[at]}” has no letter, digit or emoji to look for.`
  throw invalid(message, { words: message })
}

/** Saves the rules and drops the cached ones of every process. Throws 409 unless `revision` is the latest. */
export async function changeRules(
  { db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>,
  actorId: string,
  { revision, ...given }: HoldRules,
): Promise<HoldRules> {
  refuseUnwatchable(given.words)
  const rules = { ...given, words: withoutRepetitions(given.words), revision: revision + 1 }
  await db.transaction(async (tx) => {
    await lockUntilCommit(tx, 'hold rules')
    if ((await savedRules(tx)).revision !== revision)
      throw conflict('Another admin has changed this since. Please load the page again.')
    await tx
      .insert(holdRules)
      .values({ id: 1, ...rules })
      .onConflictDoUpdate({ target: holdRules.id, set: rules })
    await recordAct(tx, { actorId, action: 'hold_rules_changed', at: clock.now() })
    await tx.execute(sql`select ${notified({ changed: 'hold_rules' })}`)
  })
  live.dropCached('hold_rules')
  return rules
}
