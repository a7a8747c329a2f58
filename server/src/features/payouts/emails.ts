import { inDollars } from '#money/format-dollars.ts'
import { composeEmail, defineEmail } from '#mail/email.ts'
import { monthText } from '#time/months.ts'
import type { PaidCreator } from './queries.ts'
import type { Payout, PayoutStatement } from './schema.ts'

type Figures = Pick<PayoutStatement, 'month' | 'closingCents' | 'heldCents' | 'payableCents'>

const alex = { id: '', email: 'alex@club.example', firstName: 'Alex' }
const statement = { month: '2027-02', closingCents: 48_125, heldCents: 3750, payableCents: 44_375 }

/** Tells the creator that a statement is ready. `siteUrl` is the home page. */
export const statementReady = defineEmail(
  (creator: PaidCreator, { month, closingCents, heldCents, payableCents }: Figures, siteUrl: string) =>
    composeEmail(creator, `Your statement for ${monthText(month)} is ready`, [
      payableCents > 0
        ? `${inDollars(payableCents)} will be paid out once it is approved.`
        : 'Nothing is paid out for this month; the balance is carried over to the next one.',
      `Your balance at the end of the month was ${inDollars(closingCents)}.`,
      ...(heldCents > 0 ? [`${inDollars(heldCents)} of it is still too recent to be paid out.`] : []),
      `Every line of it is here: ${siteUrl}/payouts`,
    ]),
  { 'statement-ready': ['To the creator: a month is closed', (siteUrl) => [alex, statement, siteUrl]] },
)

export const payoutPaid = defineEmail(
  (
    creator: PaidCreator,
    { month }: Pick<PayoutStatement, 'month'>,
    { amountCents, reference }: Pick<Payout, 'amountCents' | 'reference'>,
    siteUrl: string,
  ) =>
    composeEmail(creator, `${inDollars(amountCents)} is on its way to you`, [
      `Your payout for ${monthText(month)} was sent${reference ? ` (${reference})` : ''}.`,
      `The statement behind it: ${siteUrl}/payouts`,
    ]),
  {
    'payout-paid': [
      'To the creator: money is on its way',
      (siteUrl) => [
        alex,
        statement,
        { amountCents: statement.payableCents, reference: 'tr_example' },
        siteUrl,
      ],
    ],
  },
)
