import type { Person } from '#features/people/schema.ts'

type Somebody = Pick<Person, 'id' | 'role' | 'isBlocked'>

/** Creators block subscribers, admins creators as well; nobody an admin or themselves, and no blocked person anybody. */
export function mayBlock(actor: Somebody, person: Somebody): boolean {
  if (actor.isBlocked || actor.id === person.id) return false
  if (actor.role === 'admin') return person.role !== 'admin'
  return actor.role === 'creator' && person.role === 'subscriber'
}
