import type { OwnDecision } from '@touchline/contract/moderation.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { conflict, notFound } from '#errors.ts'
import type { Services } from '#services.ts'
import { caseIdFromToken } from './appeal-token.ts'
import { type CaseRow, moderationCases } from './schema.ts'

/** Returns a decision as the accused sees it at `now`; null for a case that is open, dismissed or can be undone. */
export function toOwnDecision(row: CaseRow, now: Date): OwnDecision | null {
  const { id, kind, measure, rule, words, decidedAt, blockedUntil, appealUntil, undoUntil } = row
  if (undoUntil || !measure || measure === 'dismiss' || !rule || !decidedAt || !appealUntil) return null
  return {
    id,
    kind,
    measure,
    rule,
    words,
    at: decidedAt.toISOString(),
    until: blockedUntil?.toISOString() ?? null,
    appealUntil: appealUntil.toISOString(),
    mayAppeal: !row.appealedAt && now < appealUntil,
    appeal: toAppeal(row),
  }
}

export const toAppeal = ({ appealWords, appealedAt, appealOutcome, appealAnswer }: CaseRow) =>
  appealedAt && {
    words: appealWords ?? '',
    at: appealedAt.toISOString(),
    outcome: appealOutcome,
    answer: appealAnswer,
  }

/** Returns the decision of an appeal link. Returns 404 for an invalid link. */
export async function decisionFromToken(
  services: Pick<Services, 'db' | 'clock' | 'secret'>,
  token: string,
): Promise<OwnDecision> {
  const caseId = caseIdFromToken(services, token)
  const [row] = caseId
    ? await services.db.select().from(moderationCases).where(eq(moderationCases.id, caseId))
    : []
  const decision = row && toOwnDecision(row, services.clock.now())
  if (!decision) throw notFound('Decision')
  return decision
}

/** Appeals once and within 14 days; repeating the text does nothing. Throws 404 for an invalid link, 409 otherwise. */
export async function appealDecision(
  services: Pick<Services, 'db' | 'clock' | 'secret'>,
  { token, words }: { token: string; words: string },
): Promise<OwnDecision> {
  const { db, clock } = services
  const decision = await decisionFromToken(services, token)
  const now = clock.now()
  if (decision.mayAppeal)
    await db
      .update(moderationCases)
      .set({ appealWords: words, appealedAt: now })
      .where(and(eq(moderationCases.id, decision.id), isNull(moderationCases.appealedAt)))
  const after = await decisionFromToken(services, token)
  if (!after.appeal) throw conflict('The time to appeal this decision has passed.')
  if (after.appeal.words !== words) throw conflict('You have already appealed this decision.')
  return after
}
