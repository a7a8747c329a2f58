import {
  type Lifetime,
  type MovementKind,
  movementKinds,
  type Recurring,
  type Retention,
  type Revenue,
} from '@touchline/contract/insights.ts'
import { csvRow, csvDollars } from '#http/csv.ts'

const words: Record<MovementKind, string> = {
  new: 'New',
  returning: 'Returning',
  recovered: 'Recovered',
  repriced: 'Repriced',
  lost_by_choice: 'Lost by choice',
  lost_by_failed_payment: 'Lost by failed payment',
  taken_back: 'Taken back',
}

/** Recurring revenue as CSV, a row a month: between its start and its end stands all that makes the difference. */
export function* recurringCsv({ months }: Recurring): Generator<string> {
  yield csvRow([
    'Month',
    'Members at start',
    'Start (USD)',
    ...movementKinds.flatMap((kind) => [`${words[kind]} (count)`, `${words[kind]} (USD)`]),
    'Members at end',
    'End (USD)',
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

/** Who stayed as CSV: a row for every month of joining, a column for every month end since. */
export function* retentionCsv({ cohorts }: Retention): Generator<string> {
  const ends = Math.max(0, ...cohorts.map(({ kept }) => kept.length))
  const columns = Array.from({ length: ends }, (_, after) => `Members after ${after} months`)
  yield csvRow(['Joined in', 'Joined', ...columns])
  for (const { month, joined, kept } of cohorts)
    yield csvRow([month, joined, ...columns.map((_, after) => kept[after] ?? null)])
}

/** What a member brings as CSV, a figure a row. */
export function* lifetimeCsv(lifetime: Lifetime): Generator<string> {
  yield csvRow(['Figure', 'Value'])
  yield csvRow(['People who were ever members', lifetime.people])
  yield csvRow(['Paid less given back (USD)', csvDollars(lifetime.paidCents)])
  yield csvRow(['Paid by person (USD)', csvDollars(lifetime.paidPerPersonCents)])
  yield csvRow(['Full months looked at', lifetime.monthsCounted])
  yield csvRow(['First of them', lifetime.from])
  yield csvRow(['Last of them', lifetime.through])
  yield csvRow(['Members at their starts, added up', lifetime.membersAtStarts])
  yield csvRow(['Members lost in them', lifetime.lostInThem])
  yield csvRow(['Part of the members lost in a month', lifetime.monthlyLoss])
  yield csvRow(['Paid in them less given back (USD)', csvDollars(lifetime.paidInThemCents)])
  yield csvRow(['Mean members of each, added up', lifetime.memberMonths])
  yield csvRow(['Paid by a member in a month (USD)', csvDollars(lifetime.revenuePerMemberCents)])
  yield csvRow(['Expected of a member (USD)', csvDollars(lifetime.expectedCents)])
}

/** Revenue as CSV, a row a month, with what the month's statement says of it. */
export function* revenueCsv({ months }: Revenue): Generator<string> {
  yield csvRow([
    'Month',
    'Memberships (USD)',
    'Tips (USD)',
    'Taken back (USD)',
    'Paid less taken back (USD)',
    'Creator (USD)',
    'Earned by the statement (USD)',
    'In another statement (USD)',
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
