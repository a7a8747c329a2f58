import type { Database, Transaction } from '#db/database.ts'

/** Runs `read` on one database snapshot, so that its figures agree with each other. */
export const readConsistently = <Result>(db: Database, read: (tx: Transaction) => Promise<Result>) =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
