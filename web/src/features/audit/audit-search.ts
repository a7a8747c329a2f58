import type { AuditAction } from '@touchline/contract/audit.ts'

export type AuditSearch = {
  person?: string
  actor?: string
  action?: AuditAction
  from?: string
  to?: string
}

/** A valid calendar day; Date turns February 31 into a day of March. */
const isDay = (text: unknown): text is string => {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(text)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

// Checks the form only, because the contract's list would add the validator to the first download.
const isAction = (text: unknown): text is AuditAction =>
  typeof text === 'string' && /^[a-z][a-z_]{2,60}$/.test(text)

const textOf = (text: unknown) =>
  typeof text === 'string' || typeof text === 'number' ? String(text).trim().slice(0, 254) : ''

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
