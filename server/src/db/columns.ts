import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A timestamp column with the millisecond precision of a JavaScript Date. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** The words of a search index. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
