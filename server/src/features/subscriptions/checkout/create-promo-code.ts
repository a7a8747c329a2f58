import type { NewPromoCode } from '@touchline/contract/promo-codes.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { conflict, invalid, notFound } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { isNotPermitted, isOutcomeUnknown, withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { promoCodes } from '../schema.ts'
import { ensureAtStripe } from './promo-codes-at-stripe.ts'

type ForCodes = Pick<Services, 'payments' | 'clock' | 'db' | 'log'>

/**
 * Throws 409 for a code that exists. A code whose creation at Stripe has no known outcome is created at its first use.
 */
export async function createPromoCode(
  services: ForCodes,
  actorId: string | null,
  { oncePerPerson, oncePerCard, newMembersOnly, cardRequired, expiresAt, ...wanted }: NewPromoCode,
): Promise<void> {
  const { payments, clock, db } = services
  const now = clock.now()
  const until = expiresAt === null ? null : new Date(expiresAt)
  if (until && until <= now)
    throw invalid('This date is over.', { expiresAt: 'Choose a date in the future.' })
  const { unitAmountCents } = payments.price
  if ((wanted.amountOffCents ?? 0) > unitAmountCents) {
    const sentence = `A month costs $${(unitAmountCents / 100).toFixed(2)}: the discount cannot be more.`
    throw invalid(sentence, { amountOffCents: sentence })
  }
  const row = {
    ...wanted,
    expiresAt: until,
    isOncePerPerson: oncePerPerson,
    isOncePerCard: oncePerCard,
    isForNewMembers: newMembersOnly,
    needsCard: cardRequired && (wanted.percentOff === 100 || wanted.amountOffCents === unitAmountCents),
    promotionId: null,
    createdAt: now,
    endedAt: null,
  }
  // A code of Stripe's dashboard that is not adopted yet is taken too.
  const atStripe = await withRefusals(
    payments.stripe.promotionCodes.list({ code: wanted.code, active: true, limit: 1 }),
  )
  if (actorId && atStripe.data.length > 0) throw codeTaken()
  await db.transaction(async (tx) => {
    const added = await tx
      .insert(promoCodes)
      .values(row)
      .onConflictDoNothing()
      .returning({ code: promoCodes.code })
    if (added.length === 0) throw codeTaken()
    if (actorId) await recordAct(tx, { actorId, action: 'promo_code_created', subject: row.code, at: now })
  })
  try {
    await withRefusals(ensureAtStripe(services, row))
  } catch (error) {
    if (isOutcomeUnknown(error) && !isNotPermitted(error)) {
      services.log.warn({ err: error, code: row.code }, 'promo code will be created at its first use')
      return
    }
    await db.delete(promoCodes).where(and(eq(promoCodes.code, row.code), isNull(promoCodes.promotionId)))
    throw isNotPermitted(error)
      ? conflict(
          'The Stripe key of this site may not create promo codes. docs/operating.md names the rights.',
        )
      : error
  }
}

const codeTaken = () => conflict('This code exists already. Please choose another one.')

/** Ends a code at once and for good; a second end changes nothing. Discounts in use continue. */
export async function endPromoCode(services: ForCodes, actorId: string, code: string): Promise<void> {
  const { clock, db, log, payments } = services
  const now = clock.now()
  const promotionId = await db.transaction(async (tx) => {
    const [found] = await tx.select().from(promoCodes).where(eq(promoCodes.code, code)).for('update')
    if (!found) throw notFound('Promo code')
    if (found.endedAt) return null
    await tx.update(promoCodes).set({ endedAt: now }).where(eq(promoCodes.code, code))
    await recordAct(tx, { actorId, action: 'promo_code_ended', subject: code, at: now })
    return found.promotionId
  })
  // The row alone decides; at Stripe it is only kept tidy.
  if (promotionId)
    await payments.stripe.promotionCodes
      .update(promotionId, { active: false })
      .catch((err: unknown) => log.warn({ err, code }, 'ending a promo code at Stripe failed'))
}
