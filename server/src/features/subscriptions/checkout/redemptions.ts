import { createHmac } from 'node:crypto'
import { and, eq, isNotNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Queryable, Transaction } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { raiseAlert } from '#alerts/alerts.ts'
import type { Services } from '#services.ts'
import { type CodeRules, invalidPromoCode } from './promo-codes.ts'
import { memberships, promoRedemptions } from '../schema.ts'

/** Who starts a subscription with a code: a member's account, or a signup that is not an account yet. */
export type Redeemer = { personId: string } | { signupId: string }

type Reservation = {
  by: Redeemer
  email: string
  rules: CodeRules
  /** The card's fingerprint where the code asks for a card first. */
  fingerprint: string | null
}

type ForKeys = Pick<Services, 'secret'>
type ForRedemption = ForKeys & Pick<Services, 'clock' | 'log'>

/** A keyed hash: it recognizes an address or a card again and does not give it away. */
const keyOf = ({ secret }: ForKeys, of: 'address' | 'card', value: string) =>
  createHmac('sha256', secret).update(`promo code ${of} ${value}`).digest('hex')

const rowsOf = (by: Redeemer) =>
  'personId' in by ? eq(promoRedemptions.personId, by.personId) : eq(promoRedemptions.signupId, by.signupId)

const isReserved = eq(promoRedemptions.state, 'reserved')

/**
 * Reserves a code in the transaction that starts a subscription with it. What the same person or signup reserved before
 * is released. Refuses with 404 and the reason when the code is for new members, or the address or card has used it.
 */
export async function reserveCode(
  tx: Transaction,
  services: ForRedemption,
  { by, email, rules, fingerprint }: Reservation,
): Promise<void> {
  await tx.delete(promoRedemptions).where(and(rowsOf(by), isReserved))
  if (rules.isForNewMembers && (await wasMember(tx, by, email)))
    throw invalidPromoCode('This promo code is for new members.')
  const { code, isOnce } = rules
  const addressKey = await addressKeyOf(tx, services, email)
  const cardKey = fingerprint && keyOf(services, 'card', fingerprint)
  const added = await tx
    .insert(promoRedemptions)
    .values({
      id: uuid(),
      code,
      isOnce,
      state: 'reserved',
      ...by,
      addressKey,
      cardKey,
      createdAt: services.clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: promoRedemptions.id })
  if (added.length > 0) return
  const [other] = await tx
    .select()
    .from(promoRedemptions)
    .where(
      and(
        eq(promoRedemptions.code, code),
        promoRedemptions.isOnce,
        or(
          rowsOf(by),
          eq(promoRedemptions.addressKey, addressKey),
          cardKey ? eq(promoRedemptions.cardKey, cardKey) : undefined,
        ),
      ),
    )
    .limit(1)
  throw invalidPromoCode(refusalReason(other, addressKey))
}

function refusalReason(other: typeof promoRedemptions.$inferSelect | undefined, addressKey: string): string {
  if (other && other.addressKey !== addressKey && other.cardKey !== null)
    return 'This promo code has already been used with this card.'
  if (other?.state === 'reserved')
    return 'This promo code is being used with this email address. Finish there, or try again tomorrow.'
  return 'You have already used this promo code.'
}

/** Refuses with 404 a code that `person` could not start with, before anything is made. */
export async function refuseUsedCode(
  db: Queryable,
  services: ForKeys,
  { id, email }: { id: string; email: string },
  { code, isOnce, isForNewMembers }: CodeRules,
): Promise<void> {
  if (isForNewMembers && (await wasMember(db, { personId: id }, email)))
    throw invalidPromoCode('This promo code is for new members.')
  if (!isOnce) return
  const used = await db
    .select({ id: promoRedemptions.id })
    .from(promoRedemptions)
    .where(
      and(
        eq(promoRedemptions.code, code),
        eq(promoRedemptions.state, 'redeemed'),
        promoRedemptions.isOnce,
        or(
          eq(promoRedemptions.personId, id),
          eq(promoRedemptions.addressKey, await addressKeyOf(db, services, email)),
        ),
      ),
    )
    .limit(1)
  if (used.length > 0) throw invalidPromoCode('You have already used this promo code.')
}

/** Notes which subscription a person's reservation went to. */
export const attachReservation = (db: Queryable, personId: string, subscriptionId: string) =>
  db
    .update(promoRedemptions)
    .set({ subscriptionId })
    .where(and(eq(promoRedemptions.personId, personId), isReserved))

/** Releases what was reserved for a start that never became a membership. */
export const releaseCode = (db: Queryable, of: Redeemer | { subscriptionId: string }) =>
  db
    .delete(promoRedemptions)
    .where(
      and(
        'subscriptionId' in of ? eq(promoRedemptions.subscriptionId, of.subscriptionId) : rowsOf(of),
        isReserved,
      ),
    )

type Redemption = {
  personId: string
  email: string
  signupId: string | null
  code: string
  subscriptionId: string
  fingerprint: string | null
}

/**
 * Makes a reservation a redemption, in the transaction in which the membership begins. A card that was first seen with
 * the payment, and has used the code before, raises an alert: its money is already here.
 */
export async function redeemCode(
  tx: Transaction,
  services: ForRedemption,
  { personId, email, signupId, code, subscriptionId, fingerprint }: Redemption,
): Promise<void> {
  const isTheirs = rowsOf(signupId ? { signupId } : { personId })
  const done = { state: 'redeemed' as const, redeemedAt: services.clock.now(), personId, subscriptionId }
  const redeemed = await tx
    .update(promoRedemptions)
    .set(done)
    .where(and(isTheirs, eq(promoRedemptions.code, code), isReserved, isFirstUse(code, personId)))
    .returning({ id: promoRedemptions.id, cardKey: promoRedemptions.cardKey })
  const [row] = redeemed
  if (!row) {
    // The start is older than this table, or two starts met: the record is kept, the uniqueness is not claimed.
    await tx.insert(promoRedemptions).values({
      id: uuid(),
      code,
      isOnce: false,
      ...done,
      signupId,
      addressKey: await addressKeyOf(tx, services, email),
      createdAt: services.clock.now(),
    })
    return
  }
  if (row.cardKey !== null || !fingerprint) return
  const cardKey = keyOf(services, 'card', fingerprint)
  const keyed = await tx
    .update(promoRedemptions)
    .set({ cardKey })
    .where(
      and(
        eq(promoRedemptions.id, row.id),
        sql`not exists (select 1 from promo_redemptions other
          where other.code = ${code} and other.card_key = ${cardKey} and other.is_once)`,
      ),
    )
    .returning({ id: promoRedemptions.id })
  if (keyed.length === 0)
    await raiseAlert(tx, services, {
      kind: 'promo-code-card',
      subject: row.id,
      message: `Person ${personId} used the promo code ${code} with a card that had used it before.`,
    })
}

const isFirstUse = (code: string, personId: string): SQL =>
  sql`not exists (select 1 from promo_redemptions other where other.code = ${code}
    and other.person_id = ${personId} and other.is_once and other.id <> ${promoRedemptions.id})`

/** Whether a membership was ever paid, by this person or by an account of the same mailbox. */
async function wasMember(db: Queryable, by: Redeemer, email: string): Promise<boolean> {
  const found = await db
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(
      and(
        isNotNull(memberships.paidThrough),
        or(
          'personId' in by ? eq(people.id, by.personId) : undefined,
          sql`normalized_email(${people.email}) = normalized_email(${email})`,
        ),
      ),
    )
    .limit(1)
  return found.length > 0
}

async function addressKeyOf(db: Queryable, services: ForKeys, email: string): Promise<string> {
  const { rows } = await db.execute<{ address: string }>(sql`select normalized_email(${email}) as address`)
  return keyOf(services, 'address', rows[0]?.address ?? email)
}

/** Whether a suspended account has another spelling of this mailbox. */
export async function isSuspendedMailbox(db: Queryable, email: string): Promise<boolean> {
  const found = await db
    .select({ id: people.id })
    .from(people)
    .where(
      and(
        people.isBlocked,
        ne(people.email, email),
        sql`normalized_email(${people.email}) = normalized_email(${email})`,
      ),
    )
    .limit(1)
  return found.length > 0
}
