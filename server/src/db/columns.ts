import { timestamp } from 'drizzle-orm/pg-core'

/** A column for a moment in time, exact to the millisecond, as JavaScript's are. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
