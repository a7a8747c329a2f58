import {
  type Lifetime,
  type MovementKind,
  movementKinds,
  type Recurring,
  type Retention,
  type Revenue,
} from '@touchline/contract/insights.ts'
import { csvRow, csvDollars } from '#http/csv.ts'

const movementNames: Record<MovementKind, string> = {
  new: 'New',
  returning: 'Reactivation',
  recovered: 'Recovered payments',
  repriced: 'Expansion/contraction',
  lost_by_choice: 'Voluntary churn',
  lost_by_failed_payment: 'Involuntary churn',
  taken_back: 'Refunds and chargebacks',
}

/** Monthly recurring revenue as CSV, one row per month, from its start over every movement to its end. */
export function* recurringCsv({ months }: Recurring): Generator<string> {
  yield csvRow([
    'Month',
    'Members at start',
    'MRR at start (USD)',
    ...movementKinds.flatMap((kind) => [`${movementNames[kind]} (members)`, `${movementNames[kind]} (USD)`]),
    'Members at end',
    'MRR at end (USD)',
  ])
  for (const { month, movements, ...ends } of months)
    yield csvRow([
      month,
      ends.membersAtStart,
      csvDollars(ends.startCents),
      ...movementKinds.flatMap((kind) => [movements[kind].count, csvDollars(movements[kind].cents)]),
      ends.membersAtEnd,
      csvDollars(ends.endCents),
    ])
}

/** Retention as CSV: one row per cohort, one column per month end. */
export function* retentionCsv({ cohorts }: Retention): Generator<string> {
  const ends = Math.max(0, ...cohorts.map(({ kept }) => kept.length))
  const columns = Array.from({ length: ends }, (_, after) => `Retained after ${after} months`)
  yield csvRow(['Cohort', 'Joined', ...columns])
  for (const { month, joined, kept } of cohorts)
    yield csvRow([month, joined, ...columns.map((_, after) => kept[after] ?? null)])
}

/** Lifetime value and what it is calculated from as CSV, one metric per row. */
export function* lifetimeCsv(lifetime: Lifetime): Generator<string> {
  yield csvRow(['Metric', 'Value'])
  yield csvRow(['All-time members', lifetime.people])
  yield csvRow(['Paid by members to date (USD)', csvDollars(lifetime.paidCents)])
  yield csvRow(['Paid per person (USD)', csvDollars(lifetime.paidPerPersonCents)])
  yield csvRow(['Full months covered', lifetime.monthsCounted])
  yield csvRow(['First month covered', lifetime.from])
  yield csvRow(['Last month covered', lifetime.through])
  yield csvRow(['Members at month starts, added up', lifetime.membersAtStarts])
  yield csvRow(['Churned members', lifetime.lostInThem])
  yield csvRow(['Churn rate (monthly, as a fraction)', lifetime.monthlyLoss])
  yield csvRow(['Paid by members in those months (USD)', csvDollars(lifetime.paidInThemCents)])
  yield csvRow(['Average members of each month, added up', lifetime.memberMonths])
  yield csvRow(['ARPU (monthly, USD)', csvDollars(lifetime.revenuePerMemberCents)])
  yield csvRow(['Lifetime value (USD)', csvDollars(lifetime.expectedCents)])
}

/** Revenue as CSV, one row per month, next to the payout statement. */
export function* revenueCsv({ months }: Revenue): Generator<string> {
  yield csvRow([
    'Month',
    'Memberships (USD)',
    'Tips (USD)',
    'Refunds and chargebacks (USD)',
    'Paid by members (USD)',
    'Your share (USD)',
    'Earned per statement (USD)',
    'In other statements (USD)',
    'Statement',
  ])
  for (const { month, statement, ...sums } of months)
    yield csvRow([
      month,
      csvDollars(sums.subscriptionCents),
      csvDollars(sums.tipCents),
      csvDollars(sums.takenBackCents),
      csvDollars(sums.grossCents),
      csvDollars(sums.creatorCents),
      csvDollars(statement?.earnedCents ?? null),
      csvDollars(statement?.lateCents ?? null),
      statement?.id ?? null,
    ])
}
