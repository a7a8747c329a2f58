import { type SQL, sql } from 'drizzle-orm'
import { people } from '#features/people/schema.ts'
import { memberships } from '../schema.ts'
import { renewalWindowMs } from './access.ts'

/** The SQL twin of `accessOf`, over `people` left-joined with the current membership. A test compares the two. */
export function accessStateSql(now: Date): SQL<string> {
  const { status, cancelAt, paidThrough, graceUntil, firstPayment, revokedAt, personId } = memberships
  const at = sql`${now.toISOString()}::timestamptz`
  const unchargedSince = sql`${new Date(now.getTime() - renewalWindowMs).toISOString()}::timestamptz`
  return sql<string>`case
    when ${people.role} <> 'subscriber' then 'complimentary'
    when ${personId} is null then 'none'
    when ${revokedAt} is not null then 'revoked'
    when ${status} in ('active', 'trialing') then case
      when ${paidThrough} is null then 'payment_processing'
      when ${cancelAt} is not null then case
        when ${at} < least(${cancelAt}, ${paidThrough}) then 'canceled_pending'
        else 'subscription_canceled' end
      when ${unchargedSince} < ${paidThrough} then 'active'
      else 'payment_processing' end
    when ${status} = 'past_due' then case when ${at} < ${graceUntil} then 'past_due' else 'payment_failed' end
    when ${status} = 'unpaid' then 'payment_failed'
    when ${status} = 'incomplete' then case ${firstPayment}
      when 'failed' then 'payment_failed'
      when 'processing' then 'payment_processing'
      else 'none' end
    when ${status} = 'canceled' and ${paidThrough} is not null then 'subscription_canceled'
    else 'none' end`
}
