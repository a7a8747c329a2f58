import { memberships } from './schema.ts'

/**
 * The columns an access decision needs, to be selected next to a left join on the current membership. `status` stays
 * first: Drizzle takes the first column of a joined group as the sign that there is no row.
 */
export const membershipFacts = {
  status: memberships.status,
  cancelAt: memberships.cancelAt,
  paidThrough: memberships.paidThrough,
  graceUntil: memberships.graceUntil,
  firstPayment: memberships.firstPayment,
  endedAt: memberships.endedAt,
  revokedAt: memberships.revokedAt,
}
