import { migrateDatabase } from '#db/migrate.ts'

/** A process that migrates and exits: `migrate-process.ts DATABASE_URL FOLDER`. */
const [url = '', folder] = process.argv.slice(2)
await migrateDatabase({ url }, folder)
