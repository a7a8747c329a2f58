import { migrateDatabase } from '#db/migrate.ts'

const [url = '', folder] = process.argv.slice(2)
await migrateDatabase({ url }, folder)
