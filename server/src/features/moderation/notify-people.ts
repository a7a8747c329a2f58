import type { OwnReport } from '@touchline/contract/moderation.ts'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#db/database.ts'
import { recordEvent } from '#events/record-event.ts'
import { people } from '#features/people/schema.ts'
import type { Services } from '#services.ts'
import { appealToken } from './appeal-token.ts'
import { appealAnswered, decided, reportAnswered } from './emails.ts'
import { ruleText } from './rule-text.ts'
import { type CaseRow, reports } from './schema.ts'

const reader = { email: people.email, firstName: people.firstName }

async function accusedOf(tx: Transaction, { accusedId }: CaseRow) {
  const [found] = accusedId ? await tx.select(reader).from(people).where(eq(people.id, accusedId)) : []
  return found
}

/** Emails the accused about a decision, unless it is a dismissal. */
async function notifyAccused(
  tx: Transaction,
  services: Pick<Services, 'mail' | 'secret' | 'address' | 'site'>,
  row: CaseRow,
): Promise<void> {
  const { measure, rule, appealUntil, kind, words, blockedUntil: until } = row
  if (!measure || measure === 'dismiss' || !rule || !appealUntil) return
  const accused = await accusedOf(tx, row)
  if (!accused) return
  const siteUrl = services.address.url
  const appealUrl = `${siteUrl}/appeal#${appealToken(services, row.id)}`
  const decision = { kind, rule: ruleText(services, rule), words, measure, until, appealUntil }
  await services.mail.enqueue(tx, decided(accused, decision, appealUrl, siteUrl))
}

export async function notifyReporters(
  tx: Transaction,
  services: Pick<Services, 'mail' | 'address' | 'site' | 'clock'>,
  { id, kind }: CaseRow,
  result: Exclude<OwnReport['result'], 'open'>,
): Promise<void> {
  const reporters = await tx
    .select({ ...reader, rule: reports.rule, personId: people.id })
    .from(reports)
    .innerJoin(people, eq(people.id, reports.reporterId))
    .where(eq(reports.caseId, id))
  const happenedAt = services.clock.now()
  for (const { rule, personId, ...reporter } of reporters) {
    await services.mail.enqueue(
      tx,
      reportAnswered(reporter, { kind, rule: ruleText(services, rule) }, result, services.address.url),
    )
    await recordEvent(tx, { kind: 'report', subjectId: uuid(), happenedAt, personId, detail: result })
  }
}

/** Emails everyone concerned about a decision. */
export async function notifyOfDecision(
  tx: Transaction,
  services: Pick<Services, 'mail' | 'secret' | 'address' | 'site' | 'clock'>,
  row: CaseRow,
): Promise<void> {
  await notifyAccused(tx, services, row)
  await notifyReporters(tx, services, row, row.measure === 'dismiss' ? 'dismissed' : 'acted')
}

export async function notifyAppellant(
  tx: Transaction,
  services: Pick<Services, 'mail' | 'site'>,
  row: CaseRow,
  isPutBack: boolean,
): Promise<void> {
  const { kind, rule, appealAnswer: words, appealOutcome: outcome } = row
  const accused = await accusedOf(tx, row)
  if (!accused || !rule || !outcome) return
  const about = { kind, rule: ruleText(services, rule), words }
  await services.mail.enqueue(tx, appealAnswered(accused, about, { outcome, isPutBack }))
}
