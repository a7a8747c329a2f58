import type { Database, Transaction } from '#db/database.ts'

/** Whatever `read` asks is answered as of one moment, so that figures beside each other fit. */
export const readConsistently = <Result>(db: Database, read: (tx: Transaction) => Promise<Result>) =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
