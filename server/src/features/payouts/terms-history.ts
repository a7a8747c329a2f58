import type { TermsPage } from '@touchline/contract/payouts.ts'
import { desc, eq } from 'drizzle-orm'
import { people } from '#features/people/schema.ts'
import { ledgerTerms } from '#features/ledger/schema.ts'
import { termsAt } from '#features/ledger/terms.ts'
import type { Services } from '#services.ts'

/** The current terms and their history, newest first. */
export async function termsHistory({
  db,
  clock,
  config,
}: Pick<Services, 'db' | 'clock' | 'config'>): Promise<TermsPage> {
  const current = await termsAt(db, clock.now())
  const rows = await db
    .select({ terms: ledgerTerms, firstName: people.firstName, email: people.email })
    .from(ledgerTerms)
    .leftJoin(people, eq(people.id, ledgerTerms.changedBy))
    .orderBy(desc(ledgerTerms.effectiveAt))
  return {
    current,
    isGraceConfigured: config.graceDays !== null,
    history: rows.map(({ terms, firstName, email }) =>
      Object.assign(terms, {
        effectiveAt: terms.effectiveAt.toISOString(),
        changedBy: firstName ?? email,
      }),
    ),
  }
}
