import { inDollars } from '#money/format-dollars.ts'
import { message } from '#mail/message.ts'
import { monthText } from '#time/months.ts'
import type { PaidCreator } from './queries.ts'
import type { Payout, PayoutStatement } from './schema.ts'

type Figures = Pick<PayoutStatement, 'month' | 'closingCents' | 'heldCents' | 'payableCents'>

/** Tells the creator that a statement is ready. `siteUrl` is the home page. */
export const statementReady = (
  creator: PaidCreator,
  { month, closingCents, heldCents, payableCents }: Figures,
  siteUrl: string,
) =>
  message(creator, `Your statement for ${monthText(month)} is ready`, [
    payableCents > 0
      ? `${inDollars(payableCents)} will be paid out once it is approved.`
      : 'Nothing is paid out for this month; the balance is carried over to the next one.',
    `Your balance at the end of the month was ${inDollars(closingCents)}.`,
    ...(heldCents > 0 ? [`${inDollars(heldCents)} of it is still too recent to be paid out.`] : []),
    `Every line of it is here: ${siteUrl}/payouts`,
  ])

/** Tells the creator that a payout was sent. */
export const payoutPaid = (
  creator: PaidCreator,
  { month }: Pick<PayoutStatement, 'month'>,
  { amountCents, reference }: Pick<Payout, 'amountCents' | 'reference'>,
  siteUrl: string,
) =>
  message(creator, `${inDollars(amountCents)} is on its way to you`, [
    `Your payout for ${monthText(month)} was sent${reference ? ` (${reference})` : ''}.`,
    `The statement behind it: ${siteUrl}/payouts`,
  ])
