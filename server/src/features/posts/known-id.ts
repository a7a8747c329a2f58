import { validate } from 'uuid'
import { notFound } from '#errors.ts'

/** An id as PostgreSQL can compare it; anything else names nothing and is answered 404. */
export function knownId(id: string, what: 'Post' | 'Comment' | 'Draft'): string {
  if (!validate(id)) throw notFound(what)
  return id
}
