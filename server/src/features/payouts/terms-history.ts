import type { TermsPage } from '@touchline/contract/payouts.ts'
import { desc, eq } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { people } from '#features/accounts/schema.ts'
import { ledgerTerms } from '#features/ledger/schema.ts'
import { termsAt } from '#features/ledger/terms.ts'

/** The terms that hold at a moment, and all there ever were, newest first. */
export async function termsHistory(db: Queryable, now: Date): Promise<TermsPage> {
  const current = await termsAt(db, now)
  const rows = await db
    .select({ terms: ledgerTerms, firstName: people.firstName, email: people.email })
    .from(ledgerTerms)
    .leftJoin(people, eq(people.id, ledgerTerms.changedBy))
    .orderBy(desc(ledgerTerms.effectiveAt))
  return {
    current,
    history: rows.map(({ terms, firstName, email }) =>
      Object.assign(terms, {
        effectiveAt: terms.effectiveAt.toISOString(),
        changedBy: firstName ?? email,
      }),
    ),
  }
}
