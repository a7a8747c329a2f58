import { validate } from 'uuid'
import { notFound } from '#errors.ts'

/** Returns a valid UUID; throws 404 for anything else. */
export function knownId(id: string, what: 'Post' | 'Comment' | 'Draft'): string {
  if (!validate(id)) throw notFound(what)
  return id
}
