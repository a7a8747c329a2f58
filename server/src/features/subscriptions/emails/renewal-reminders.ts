import { and, eq, gt, isNull, lte, notExists, sql } from 'drizzle-orm'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { cardExpiring, renewalReminder } from '../emails.ts'
import { billingEmails, type Membership, memberships } from '../schema.ts'
import { type BillingEmail, sendOnce } from './send-once.ts'
const remindBeforeMs = 3 * 24 * 60 * 60 * 1000
const batchSize = 200

/** Covers renewals in three days and cards that expire next month. A failed email is retried the next time. */
export async function sendReminders(
  services: Pick<Services, 'address' | 'clock' | 'db' | 'log' | 'mail' | 'payments'>,
): Promise<void> {
  for (const membership of await renewalsToAnnounce(services))
    await logFailure(services, membership, () => sendRenewalReminder(services, membership))
  for (const membership of await expiringCards(services))
    await logFailure(services, membership, () =>
      send(services, membership, expiryEmail(services, membership)),
    )
}

async function logFailure(
  { log }: Pick<Services, 'log'>,
  { subscriptionId }: Membership,
  work: () => Promise<void>,
) {
  try {
    await work()
  } catch (error) {
    log.error({ err: error, subscriptionId, alert: 'reminder' }, 'sending a reminder failed')
  }
}

const renewalKey = sql`'renewal:' || ${memberships.subscriptionId} || ':' || to_char(${memberships.periodEnd} at time zone 'utc', 'YYYY-MM-DD')`
const expiryKey = sql`'card_expires:' || ${memberships.personId} || ':' || ${memberships.cardLast4} || ':' || to_char(${memberships.cardExpiresAt} at time zone 'utc', 'YYYY-MM-DD')`

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** Memberships that will be charged and have no email with this key yet. */
const toBeCharged = ({ db }: Pick<Services, 'db'>, key: typeof renewalKey) =>
  and(
    memberships.isCurrent,
    eq(memberships.status, 'active'),
    isNull(memberships.cancelAt),
    isNull(memberships.revokedAt),
    notExists(db.select({ key: billingEmails.key }).from(billingEmails).where(eq(billingEmails.key, key))),
  )

function renewalsToAnnounce(services: Pick<Services, 'clock' | 'db'>): Promise<Membership[]> {
  const now = services.clock.now()
  const soon = new Date(now.getTime() + remindBeforeMs)
  return services.db
    .select()
    .from(memberships)
    .where(
      and(
        toBeCharged(services, renewalKey),
        gt(memberships.periodEnd, now),
        lte(memberships.periodEnd, soon),
      ),
    )
    .orderBy(memberships.periodEnd)
    .limit(batchSize)
}

/** The month before a card's last month begins two months before the card expires. */
function expiringCards(services: Pick<Services, 'clock' | 'db'>): Promise<Membership[]> {
  const now = services.clock.now()
  const horizon = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1))
  return services.db
    .select()
    .from(memberships)
    .where(
      and(
        toBeCharged(services, expiryKey),
        gt(memberships.cardExpiresAt, now),
        lte(memberships.cardExpiresAt, horizon),
      ),
    )
    .limit(batchSize)
}

async function sendRenewalReminder(
  services: Pick<Services, 'address' | 'clock' | 'db' | 'mail' | 'payments'>,
  membership: Membership,
) {
  const { subscriptionId, periodEnd: renewsAt, cardBrand, cardLast4 } = membership
  const { stripe } = services.payments
  const upcoming = await withRefusals(stripe.invoices.createPreview({ subscription: subscriptionId }))
  const method = cardBrand === null ? null : { brand: cardBrand, last4: cardLast4 ?? '' }
  const amountCents = upcoming.amount_due
  const siteUrl = services.address.url
  await send(services, membership, {
    key: `renewal:${subscriptionId}:${dayOf(renewsAt)}`,
    compose: (reader) => renewalReminder(reader, { amountCents, renewsAt, method, siteUrl }),
  })
}

function expiryEmail(
  { address }: Pick<Services, 'address'>,
  { personId, cardBrand, cardLast4, cardExpiresAt }: Membership,
): BillingEmail {
  const card = { brand: cardBrand ?? 'card', last4: cardLast4 ?? '' }
  const expiresAt = cardExpiresAt ?? new Date(0)
  return {
    key: `card_expires:${personId}:${card.last4}:${dayOf(expiresAt)}`,
    notice: 'card_expires',
    compose: (reader) => cardExpiring(reader, card, expiresAt, address.url),
  }
}

const send = (
  services: Pick<Services, 'clock' | 'db' | 'mail'>,
  { personId }: Membership,
  email: BillingEmail,
) => services.db.transaction((tx) => sendOnce(tx, services, personId, [email]))
