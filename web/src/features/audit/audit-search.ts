import type { AuditAction } from '@touchline/contract/audit.ts'

/** What the address of the log says: whom it is about, who did it, what, and between which days. */
export type AuditSearch = {
  person?: string
  actor?: string
  action?: AuditAction
  from?: string
  to?: string
}

/** A day of the calendar: the 31st of February is read as one of March, and comes back as another. */
const isDay = (text: unknown): text is string => {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(text)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

// The form of an action, not the contract's list: with it the validator would be in the first download.
const isAction = (text: unknown): text is AuditAction =>
  typeof text === 'string' && /^[a-z][a-z_]{2,60}$/.test(text)

const textOf = (text: unknown) =>
  typeof text === 'string' || typeof text === 'number' ? String(text).trim().slice(0, 254) : ''

/** Reads an address somebody may have typed: what cannot be looked for is left out. */
export function toAuditSearch({ person, actor, action, from, to }: Record<string, unknown>): AuditSearch {
  const [about, by] = [textOf(person), textOf(actor)]
  return {
    ...(about ? { person: about } : {}),
    ...(by ? { actor: by } : {}),
    ...(isAction(action) ? { action } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  }
}
