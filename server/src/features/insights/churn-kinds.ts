import type { MovementKind } from '@touchline/contract/insights.ts'

/** The kinds of churn, and the movement that makes up for one: a recovered payment. */
export const churnKinds = [
  'lost_by_choice',
  'lost_by_failed_payment',
  'taken_back',
  'recovered',
] as const satisfies MovementKind[]
