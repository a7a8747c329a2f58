import { createHmac } from 'node:crypto'
import { domainToASCII, domainToUnicode } from 'node:url'
import { and, eq, isNotNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { isUniqueViolation, type Queryable, type Transaction } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { raiseAlert } from '#alerts/alerts.ts'
import type { Services } from '#services.ts'
import { type CodeRules, invalidPromoCode, usedUp } from './promo-codes.ts'
import { memberships, promoCodes, promoRedemptions } from '../schema.ts'

/** Who starts a subscription with a code: a member, or a signup that is not an account yet. */
export type Redeemer = { personId: string } | { signupId: string }

type Reservation = {
  by: Redeemer
  email: string
  rules: CodeRules
  fingerprint: string | null
}

type ForKeys = Pick<Services, 'secret'>
type ForRedemption = ForKeys & Pick<Services, 'clock' | 'log'>

/** A keyed hash recognizes an address or card again and does not reveal it. */
const keyOf = ({ secret }: ForKeys, of: 'address' | 'card', value: string) =>
  createHmac('sha256', secret).update(`promo code ${of} ${value}`).digest('hex')

const rowsOf = (by: Redeemer) =>
  'personId' in by ? eq(promoRedemptions.personId, by.personId) : eq(promoRedemptions.signupId, by.signupId)

const isReserved = eq(promoRedemptions.state, 'reserved')

/** Reserves a code and releases the earlier reservation. Throws 404 with the reason if it cannot be used. */
export async function reserveCode(
  tx: Transaction,
  services: ForRedemption,
  { by, email, rules, fingerprint }: Reservation,
): Promise<void> {
  await tx.delete(promoRedemptions).where(and(rowsOf(by), isReserved))
  if (rules.isForNewMembers && (await wasMember(tx, by, email))) throw onlyNewMembers()
  if (rules.maxUses !== null) await claimUse(tx, rules.code)
  const { code, isOncePerPerson: isOnce } = rules
  const addressKey = await addressKeyOf(tx, services, email)
  const cardKey = rules.isOncePerCard && fingerprint ? keyOf(services, 'card', fingerprint) : null
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
  throw whyNot(other, addressKey)
}

/** Counts under a lock of the code, so that concurrent starts never exceed its limit. */
async function claimUse(tx: Transaction, code: string): Promise<void> {
  const [locked] = await tx
    .select({ maxUses: promoCodes.maxUses })
    .from(promoCodes)
    .where(eq(promoCodes.code, code))
    .for('update')
  const used = await tx.$count(promoRedemptions, eq(promoRedemptions.code, code))
  if (locked && locked.maxUses !== null && used >= locked.maxUses) throw usedUp()
}

const onlyNewMembers = () => invalidPromoCode('This promo code is for new members.')
const alreadyUsed = () => invalidPromoCode('You have already used this promo code.')

function whyNot(other: typeof promoRedemptions.$inferSelect | undefined, addressKey: string) {
  if (other && other.addressKey !== addressKey && other.cardKey !== null)
    return invalidPromoCode('This promo code has already been used with this card.')
  if (other?.state === 'reserved')
    return invalidPromoCode(
      'This promo code is being used with this email address. Finish there, or try again tomorrow.',
    )
  return alreadyUsed()
}

/** Moves a signup's reservation to its new address. Throws 404 when that address cannot use the code. */
export async function moveReservation(
  tx: Transaction,
  services: ForKeys,
  { signupId, email, rules }: { signupId: string; email: string; rules: CodeRules },
): Promise<void> {
  if (rules.isForNewMembers && (await wasMember(tx, { signupId }, email))) throw onlyNewMembers()
  try {
    await tx
      .update(promoRedemptions)
      .set({ addressKey: await addressKeyOf(tx, services, email) })
      .where(and(rowsOf({ signupId }), isReserved))
  } catch (error) {
    throw isUniqueViolation(error, 'promo_redemptions_address_key') ? alreadyUsed() : error
  }
}

/** Throws 404 for a code with no use left. Uses that are only reserved may become free again. */
export async function refuseUsedUp(db: Queryable, { code, maxUses }: CodeRules): Promise<void> {
  if (maxUses === null) return
  const redeemed = and(eq(promoRedemptions.code, code), eq(promoRedemptions.state, 'redeemed'))
  if ((await db.$count(promoRedemptions, redeemed)) >= maxUses) throw usedUp()
}

/** Throws 404 for a code that `person` cannot start with, before anything is created. */
export async function refuseUsedCode(
  db: Queryable,
  services: ForKeys,
  { id, email }: { id: string; email: string },
  { code, isOncePerPerson, isForNewMembers }: CodeRules,
): Promise<void> {
  if (isForNewMembers && (await wasMember(db, { personId: id }, email))) throw onlyNewMembers()
  if (!isOncePerPerson) return
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
  if (used.length > 0) throw alreadyUsed()
}

export const attachReservation = (db: Queryable, personId: string, subscriptionId: string) =>
  db
    .update(promoRedemptions)
    .set({ subscriptionId })
    .where(and(eq(promoRedemptions.personId, personId), isReserved))

/** Releases the reservation of a start that never became a membership. */
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
  discountCents: number
}

/** If the card is known only now and has used the code before, this raises an alert: the money has arrived already. */
export async function redeemCode(
  tx: Transaction,
  services: ForRedemption,
  { personId, email, signupId, code, subscriptionId, fingerprint, discountCents }: Redemption,
): Promise<void> {
  const isTheirs = rowsOf(signupId ? { signupId } : { personId })
  const redeemedAt = services.clock.now()
  const done = { state: 'redeemed' as const, redeemedAt, personId, subscriptionId, discountCents }
  const redeemed = await tx
    .update(promoRedemptions)
    .set(done)
    .where(and(isTheirs, eq(promoRedemptions.code, code), isReserved, isFirstUse(code, personId)))
    .returning({ id: promoRedemptions.id, cardKey: promoRedemptions.cardKey })
  const [row] = redeemed
  if (!row) {
    // The start predates this table, or two starts raced: save the use without claiming uniqueness.
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
  if (row.cardKey !== null || !fingerprint || !(await isOncePerCard(tx, code))) return
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
      personId,
      message: `Person ${personId} used the promo code ${code} with a card that had used it before.`,
    })
}

/** True as well for a code without a row: one that was made for a single customer. */
async function isOncePerCard(tx: Transaction, code: string): Promise<boolean> {
  const [found] = await tx
    .select({ isOncePerCard: promoCodes.isOncePerCard })
    .from(promoCodes)
    .where(eq(promoCodes.code, code))
  return found?.isOncePerCard ?? true
}

/** Saves what the code of a subscription has taken off its invoices so far. */
export const recordDiscount = (tx: Transaction, subscriptionId: string, discountCents: number) =>
  tx
    .update(promoRedemptions)
    .set({ discountCents })
    .where(
      and(
        eq(promoRedemptions.subscriptionId, subscriptionId),
        eq(promoRedemptions.state, 'redeemed'),
        ne(promoRedemptions.discountCents, discountCents),
      ),
    )

const isFirstUse = (code: string, personId: string): SQL =>
  sql`not exists (select 1 from promo_redemptions other where other.code = ${code}
    and other.person_id = ${personId} and other.is_once and other.id <> ${promoRedemptions.id})`

/** Whether this person, or an account of the same mailbox, ever paid for a membership. */
async function wasMember(db: Queryable, by: Redeemer, email: string): Promise<boolean> {
  const found = await db
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(
      and(
        isNotNull(memberships.paidThrough),
        or('personId' in by ? eq(people.id, by.personId) : undefined, isSameMailbox(email)),
      ),
    )
    .limit(1)
  return found.length > 0
}

/** An address with its domain as servers write it, "bücher.example" as "xn--bcher-kva.example", and as people do. */
function spellingsOf(email: string): [ascii: string, unicode: string] {
  const at = email.lastIndexOf('@') + 1
  const [local, domain] = [email.slice(0, at), email.slice(at)]
  return [local + (domainToASCII(domain) || domain), local + (domainToUnicode(domain) || domain)]
}

/** True for people with an address of this mailbox, in whatever spelling. */
function isSameMailbox(email: string): SQL {
  const [ascii, unicode] = spellingsOf(email)
  return sql`normalized_email(${people.email}) in (normalized_email(${ascii}), normalized_email(${unicode}))`
}

async function addressKeyOf(db: Queryable, services: ForKeys, email: string): Promise<string> {
  const [ascii] = spellingsOf(email)
  const { rows } = await db.execute<{ address: string }>(sql`select normalized_email(${ascii}) as address`)
  return keyOf(services, 'address', rows[0]?.address ?? email)
}

/** Whether a suspended account uses another spelling of this mailbox. */
export async function isSuspendedMailbox(db: Queryable, email: string): Promise<boolean> {
  const found = await db
    .select({ id: people.id })
    .from(people)
    .where(and(people.isBlocked, ne(people.email, email), isSameMailbox(email)))
    .limit(1)
  return found.length > 0
}
