import { and, desc, eq, gt, inArray, isNull, ne, type SQL, or, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { lockUntilCommit, type Queryable } from '#db/database.ts'
import { conflict, invalid, Refusal } from '#errors.ts'
import { refuseBlocked } from '#features/people/refuse-blocked.ts'
import { refuseDuringDeletion } from '#features/people/pending-deletion.ts'
import type { ReasonsToHold } from '#features/hold-rules/reasons-to-hold.ts'
import { refuseSilenced } from '#features/silences/refuse-silenced.ts'
import type { Viewer } from '#http/viewer.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import { chargeTip, isProviderError, type TipServices } from './charge-tip.ts'
import { heldTipMessages } from './held/schema.ts'
import { mainInfluencer } from './queries.ts'
import type { TipOutcome } from './record-outcome.ts'
import { type TipRow, tips } from './schema.ts'
import { settleTip } from './settle-tip.ts'
import { crossDeviceWindowMs, isOpen, openStates, duplicateWindowMs, tipAmountCents } from './tip-rules.ts'
import { ledgerDisputes } from '#features/ledger/schema.ts'
import type Stripe from 'stripe'
import { idOf } from '#payments/id-of.ts'
import type { Payments } from '#payments/payments.ts'

/** A saved payment method as shown to its owner; `last4` may be empty. */
type SavedMethod = { id: string; brand: string; last4: string }

/** Returns the subscription's method, else the default, else the newest; null when none is accepted. */
export async function savedMethodOf(
  { stripe, methods }: Pick<Payments, 'stripe' | 'methods'>,
  customerId: string,
): Promise<SavedMethod | null> {
  const [customer, subscriptions, onFile] = await Promise.all([
    stripe.customers.retrieve(customerId),
    stripe.subscriptions.list({ customer: customerId, limit: 10 }),
    stripe.paymentMethods.list({ customer: customerId, limit: 100 }),
  ])
  if (customer.deleted) return null
  const usable = onFile.data.filter(({ type }) => methods.some((method) => method === type))
  const preferredIds = [
    ...subscriptions.data.map((subscription) => idOf(subscription.default_payment_method)),
    idOf(customer.invoice_settings.default_payment_method),
  ]
  const preferred = preferredIds.map((id) => usable.find((method) => method.id === id))
  const chosen = preferred.find((method) => method !== undefined) ?? usable[0]
  return chosen ? toSavedMethod(chosen) : null
}

function toSavedMethod({ id, type, card }: Stripe.PaymentMethod): SavedMethod {
  if (card) return { id, brand: card.brand, last4: card.last4 }
  if (type === 'cashapp') return { id, brand: 'Cash App', last4: '' }
  return { id, brand: type, last4: '' }
}

/** Refuses with 409 while a payment of this person is disputed or after a lost dispute. */
async function refuseWhileDisputed(db: Queryable, personId: string): Promise<void> {
  const blocking = await db
    .select({ closedAt: ledgerDisputes.closedAt })
    .from(ledgerDisputes)
    .where(
      and(
        eq(ledgerDisputes.personId, personId),
        or(isNull(ledgerDisputes.closedAt), eq(ledgerDisputes.status, 'lost')),
      ),
    )
  if (blocking.some(({ closedAt }) => closedAt === null))
    throw conflict(
      'Your bank is looking into one of your payments. You can send tips again when that is decided.',
    )
  if (blocking.length > 0)
    throw conflict(
      'Your bank took one of your payments back, so you cannot send tips. Please contact support.',
    )
}

/** `amount` in dollars; `toUserId` defaults to the creator. */
export type TipInput = {
  sender: Pick<Viewer, 'id' | 'stripeCustomerId'>
  /** Why a message waits for a moderator's approval; null when it is shown at once. */
  reasonsToHold?: (message: string) => Promise<ReasonsToHold | null>
  amount: number
  message?: string | undefined
  toUserId?: string | undefined
  idempotencyKey?: string | undefined
}

type Draft = Pick<TipRow, 'fromPersonId' | 'toPersonId' | 'message' | 'idempotencyKey'>

/**
 * Charges once: the same key, or an equal tip shortly after, returns the existing tip. Throws 400 for another amount or
 * recipient, 403 when blocked, or silenced with a message, 409 for an open tip, dispute, deletion or no method, 503
 * before the charge.
 */
export async function sendTip(services: TipServices, input: TipInput): Promise<TipOutcome> {
  const draft = await draftOf(services, input)
  const repeated = await repeatedTip(services, services.db, draft)
  if (repeated) return outcomeOf(services, repeated)
  await refuseWhileDisputed(services.db, input.sender.id)
  await refuseDuringDeletion(services.db, input.sender.id)
  if (draft.message !== null)
    await refuseSilenced(services.db, {
      personId: input.sender.id,
      act: 'message',
      now: services.clock.now(),
    })
  const { stripeCustomerId: customerId } = input.sender
  const method = customerId && (await withRefusals(savedMethodOf(services.payments, customerId)))
  if (!method) throw new Refusal(409, 'no_payment_method', 'Add a payment method first.')
  const reasons = draft.message === null ? null : ((await input.reasonsToHold?.(draft.message)) ?? null)
  const { tip, isNew } = await createTip(services, { ...draft, reasons }, customerId, method)
  return isNew ? chargeTip(services, tip) : outcomeOf(services, tip)
}

async function draftOf({ db }: TipServices, { sender, amount, message, toUserId, idempotencyKey }: TipInput) {
  if (amount * 100 !== tipAmountCents) throw invalid('A tip is 5 dollars.', { amount: 'A tip is 5 dollars.' })
  const recipient = await mainInfluencer(db)
  if (!recipient) throw invalid('There is no creator to tip yet.')
  if (recipient.id === sender.id) throw invalid('You cannot tip yourself.')
  if (toUserId !== undefined && toUserId !== recipient.id)
    throw invalid('Tips go to the creator of this club.', {
      toUserId: 'Tips go to the creator of this club.',
    })
  return {
    fromPersonId: sender.id,
    toPersonId: recipient.id,
    message: message || null,
    idempotencyKey: idempotencyKey || null,
  }
}

/** The message of a tip, shown or still held. */
const writtenMessage = sql`coalesce(${tips.message}, (
  select ${heldTipMessages.message} from ${heldTipMessages} where ${heldTipMessages.tipId} = ${tips.id}))`

/** The existing tip that this one repeats: the same key, or an equal tip within the duplicate window. */
async function repeatedTip({ clock }: TipServices, db: Queryable, draft: Draft): Promise<TipRow | null> {
  const { fromPersonId, message, idempotencyKey } = draft
  const withinMs = idempotencyKey ? crossDeviceWindowMs : duplicateWindowMs
  const isSameTip = and(
    message === null ? isNull(writtenMessage) : eq(writtenMessage, message),
    ne(tips.status, 'failed'),
    gt(tips.createdAt, new Date(clock.now().getTime() - withinMs)),
  )
  const newest = async (condition: SQL | undefined) => {
    const ownOnes = and(eq(tips.fromPersonId, fromPersonId), condition)
    const [found] = await db.select().from(tips).where(ownOnes).orderBy(desc(tips.createdAt)).limit(1)
    return found ?? null
  }
  const keyed = idempotencyKey ? await newest(eq(tips.idempotencyKey, idempotencyKey)) : null
  return keyed ?? newest(isSameTip)
}

/** Saves the tip before charging it, so that it can be settled whatever happens to the charge. */
async function createTip(
  services: TipServices,
  { reasons, ...draft }: Draft & { reasons: ReasonsToHold | null },
  customerId: string,
  method: SavedMethod,
) {
  return services.db.transaction(async (tx) => {
    await lockUntilCommit(tx, `tips:${draft.fromPersonId}`)
    const repeated = await repeatedTip(services, tx, draft)
    if (repeated) return { tip: repeated, isNew: false }
    await refuseBlocked(tx, draft.fromPersonId)
    const [open] = await tx
      .select({ id: tips.id })
      .from(tips)
      .where(and(eq(tips.fromPersonId, draft.fromPersonId), inArray(tips.status, [...openStates])))
      .limit(1)
    if (open) throw conflict('Your last tip is still being processed. Please wait a moment.')
    const createdAt = services.clock.now()
    const [tip] = await tx
      .insert(tips)
      .values({
        ...draft,
        message: reasons ? null : draft.message,
        id: uuid({ msecs: createdAt.getTime() }),
        amountCents: tipAmountCents,
        status: 'pending',
        customerId,
        paymentMethodId: method.id,
        cardBrand: method.brand,
        cardLast4: method.last4,
        createdAt,
      })
      .returning()
    if (!tip) throw new Error('the tip was not returned')
    if (reasons && draft.message !== null)
      await tx.insert(heldTipMessages).values({
        ...reasons,
        tipId: tip.id,
        personId: draft.fromPersonId,
        message: draft.message,
        createdAt,
      })
    return { tip, isNew: true }
  })
}

/** The state of an earlier tip. An open tip is refreshed from the provider; without a response it stays unchanged. */
async function outcomeOf(services: TipServices, tip: TipRow): Promise<TipOutcome> {
  const unchanged = { tip, clientSecret: null }
  if (!isOpen(tip)) return unchanged
  try {
    return (await settleTip(services, tip.id)) ?? unchanged
  } catch (error) {
    if (!isProviderError(error)) throw error
    return unchanged
  }
}
