import type { Client } from 'pg'

const letterHeld =
  'Held back: the site was restored from a backup and may have sent this already. Try again if it did not.'
const draftHeld =
  'The site was restored from a backup, and this may have been published before. Publish it again if it is missing.'

/** What is done to each table, as far as the database of the backup has it already. */
const holds: { table: string; statement: string; values: unknown[] }[] = [
  {
    table: 'letters',
    statement: `update letters set state = 'failed', problem = $1 where state = 'waiting'`,
    values: [letterHeld],
  },
  { table: 'notification_events', statement: 'delete from notification_events', values: [] },
  {
    table: 'notifications',
    statement: `update notifications set is_email_due = false, is_push_due = false where is_email_due or is_push_due`,
    values: [],
  },
  {
    table: 'drafts',
    statement: `update drafts set publish_at = null, not_published = $1 where publish_at <= now()`,
    values: [draftHeld],
  },
]

/**
 * What was waiting to reach people when a backup was made may have reached them since: it is not sent by itself. Letters
 * wait for an admin, drafts whose time has come for their creator, and what nobody was told of yet is not told any more.
 */
export async function holdBack(client: Client): Promise<void> {
  for (const { table, statement, values } of holds) {
    const { rows } = await client.query('select to_regclass($1) as found', [`public.${table}`])
    if (rows[0].found !== null) await client.query(statement, values)
  }
}
