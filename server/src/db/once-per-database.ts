import type { Database } from './database.ts'

/** Prepares statements once per database and caches them as long as it lives. */
export function oncePerDatabase<Statements>(prepare: (db: Database) => Statements) {
  const prepared = new WeakMap<Database, Statements>()
  return (db: Database): Statements => {
    const known = prepared.get(db)
    if (known) return known
    const made = prepare(db)
    prepared.set(db, made)
    return made
  }
}
