import { approvePayout } from '#features/payouts/approve-payout.ts'
import { closeDueStatements } from '#features/payouts/close-statements.ts'
import { closesAt, monthAfter, monthText, monthOf } from '#time/months.ts'
import { newestStatement } from '#features/payouts/queries.ts'
import { recordPayout } from '#features/payouts/record-payout.ts'
import { sendByHand } from '#features/payouts/send-by-hand.ts'
import { demoEmail } from './accounts.ts'
import { after, before, days, hours } from './timeline.ts'
import { personWithEmail } from './open-accounts.ts'
import type { DemoServices } from './pay-at-sandbox.ts'

const historyLength = days(400)

/** Pays out every month by hand, except the last one, which a visitor may approve. Idempotent. */
export async function payTheCreator(
  services: DemoServices,
  { creatorId, signal }: { creatorId: string; signal: AbortSignal },
  now: Date,
): Promise<void> {
  const { db, clock } = services
  const admin = await personWithEmail(db, demoEmail('admin'))
  if (!admin) throw new Error('the demo club has no admin to approve payouts')
  let month = monthOf(before(now, historyLength))
  for (; closesAt(month) <= now; month = monthAfter(month)) {
    signal.throwIfAborted()
    clock.set(closesAt(month))
    await closeDueStatements(services)
    const statement = await newestStatement(db, creatorId)
    const isLast = closesAt(monthAfter(month)) > now
    if (isLast || statement?.month !== month || statement.payableCents === 0) continue
    clock.set(after(closesAt(month), days(1)))
    if (statement.state === 'closed')
      await approvePayout(services, {
        statementId: statement.id,
        expectedCents: statement.payableCents,
        approvedBy: admin.id,
      })
    clock.set(after(closesAt(month), days(2) + hours(3)))
    if (statement.state === 'closed' || statement.state === 'approved') {
      await sendByHand(services, { statementId: statement.id, by: admin.id })
      await recordPayout(services, {
        statementId: statement.id,
        by: admin.id,
        reference: `Bank transfer, ${monthText(month)}`,
      })
    }
  }
}
