import type { MovementKind } from '@touchline/contract/insights.ts'

/** The movements by which members are lost, and the one by which such a loss is made good. */
export const churnKinds = [
  'lost_by_choice',
  'lost_by_failed_payment',
  'taken_back',
  'recovered',
] as const satisfies MovementKind[]
