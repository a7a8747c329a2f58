import { validate } from 'uuid'
import { notFound } from '#errors.ts'

/** Returns a valid UUID as the database writes it; throws 404 for anything else. */
export function knownId(id: string, what: 'Post' | 'Comment' | 'Draft' | 'Collection'): string {
  if (!validate(id)) throw notFound(what)
  return id.toLowerCase()
}
