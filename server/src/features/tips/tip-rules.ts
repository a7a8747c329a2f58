import type { TipRow } from './schema.ts'

/** What a tip is: five dollars. */
export const tipAmountCents = 500

/** How long a member may take for the bank's question, and how long an unanswered charge is asked again. */
export const maxOpenMs = 15 * 60 * 1000

/** Without an Idempotency-Key, the same tip again within this time is the same tip: a double click. */
export const duplicateWindowMs = 10_000

/** The same tip under another key within this time comes from a second device: no dialog is that quick. */
export const crossDeviceWindowMs = 2_000

export const openStates = ['pending', 'processing', 'requires_action'] as const

/** True while it is not known whether the tip will be paid. */
export const isOpen = (tip: Pick<TipRow, 'status'>) => openStates.some((state) => state === tip.status)

/** True when an open tip has been waiting for too long. */
export const isOverdue = (tip: Pick<TipRow, 'createdAt'>, now: Date) =>
  now.getTime() - tip.createdAt.getTime() > maxOpenMs
