import { sql } from 'drizzle-orm'
import { byAddress } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { exportMessages } from './queries.ts'
import { routes } from './routes.ts'

export const support: Feature = {
  routes,
  export: { lists: [{ type: 'profile', name: 'support', rows: exportMessages }] },
  erase: [
    {
      table: 'contact_answers',
      fate: 'deleted',
      holds: 'support’s answers to them',
      whose: ({ email }) =>
        sql`message_id in (select id from contact_messages where lower(email) = ${email})`,
    },
    {
      table: 'contact_messages',
      fate: 'deleted',
      holds: 'messages to support from their address',
      whose: byAddress,
    },
  ],
}
