import type { TipRow } from './schema.ts'

export const tipAmountCents = 500

/** Time limit for the bank's confirmation and for retries of an unanswered charge. */
export const maxOpenMs = 15 * 60 * 1000

/** Without an Idempotency-Key, an equal tip within this time is a double click. */
export const duplicateWindowMs = 10_000

/** An equal tip with another key within this time comes from a second device. */
export const crossDeviceWindowMs = 2_000

export const openStates = ['pending', 'processing', 'requires_action'] as const

/** True while the outcome of the tip is unknown. */
export const isOpen = (tip: Pick<TipRow, 'status'>) => openStates.some((state) => state === tip.status)

/** True when an open tip has exceeded its time limit. */
export const isOverdue = (tip: Pick<TipRow, 'createdAt'>, now: Date) =>
  now.getTime() - tip.createdAt.getTime() > maxOpenMs
