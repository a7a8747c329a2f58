import type { OwnReport } from '@touchline/contract/moderation.ts'
import { eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import type { Services } from '#services.ts'
import { appealToken } from './appeal-token.ts'
import { appealAnswered, decided, reportAnswered } from './emails.ts'
import { type CaseRow, reports } from './schema.ts'

const reader = { email: people.email, firstName: people.firstName }

async function accusedOf(tx: Transaction, { accusedId }: CaseRow) {
  const [found] = accusedId ? await tx.select(reader).from(people).where(eq(people.id, accusedId)) : []
  return found
}

/** Emails the accused about a decision, unless it is a dismissal. */
export async function notifyAccused(
  tx: Transaction,
  services: Pick<Services, 'mail' | 'secret' | 'address'>,
  row: CaseRow,
): Promise<void> {
  const { measure, rule, appealUntil, kind, words, blockedUntil: until } = row
  if (!measure || measure === 'dismiss' || !rule || !appealUntil) return
  const accused = await accusedOf(tx, row)
  if (!accused) return
  const siteUrl = services.address.url
  const appealUrl = `${siteUrl}/appeal#${appealToken(services, row.id)}`
  const decision = { kind, rule, words, measure, until, appealUntil }
  await services.mail.enqueue(tx, decided(accused, decision, appealUrl, siteUrl))
}

export async function notifyReporters(
  tx: Transaction,
  { mail, address }: Pick<Services, 'mail' | 'address'>,
  { id, kind }: CaseRow,
  result: Exclude<OwnReport['result'], 'open'>,
): Promise<void> {
  const reporters = await tx
    .select({ ...reader, rule: reports.rule })
    .from(reports)
    .innerJoin(people, eq(people.id, reports.reporterId))
    .where(eq(reports.caseId, id))
  for (const { rule, ...reporter } of reporters)
    await mail.enqueue(tx, reportAnswered(reporter, { kind, rule }, result, address.url))
}

export async function notifyAppellant(
  tx: Transaction,
  { mail }: Pick<Services, 'mail'>,
  row: CaseRow,
  isPutBack: boolean,
): Promise<void> {
  const { kind, rule, appealAnswer: words, appealOutcome: outcome } = row
  const accused = await accusedOf(tx, row)
  if (!accused || !rule || !outcome) return
  await mail.enqueue(tx, appealAnswered(accused, { kind, rule, words }, { outcome, isPutBack }))
}
