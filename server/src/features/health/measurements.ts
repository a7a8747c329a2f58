import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import type { Services } from '#services.ts'

/** Emails and webhook events that wait to be processed. `oldestSeconds` is measured by the site's clock. */
export type Backlog = {
  letters: { waiting: number; oldestSeconds: number }
  events: { waiting: number; dead: number; oldestSeconds: number }
}

type Row = {
  letters: number
  firstEmailMs: number | null
  events: number
  deadEvents: number
  firstEventMs: number | null
}

export async function fetchBacklog(db: Queryable, now: Date): Promise<Backlog> {
  const { rows } = await db.execute<Row>(sql`
    select l.count::int as letters, (extract(epoch from l.first) * 1000)::float as "firstEmailMs",
      e.count::int as events, (extract(epoch from e.first) * 1000)::float as "firstEventMs",
      (select count(*)::int from payment_alerts where kind = 'webhook-dead' and resolved_at is null) as "deadEvents"
    from (select count(*) as count, min(written_at) as first from letters where state = 'waiting') l,
      (select count(*) as count, min(received_at) as first from webhook_events where state = 'received') e`)
  const [row] = rows
  if (!row) throw new Error('the backlog query returned no row')
  const age = (firstMs: number | null) =>
    firstMs === null ? 0 : Math.max(0, Math.round((now.getTime() - firstMs) / 1000))
  return {
    letters: { waiting: row.letters, oldestSeconds: age(row.firstEmailMs) },
    events: { waiting: row.events, dead: row.deadEvents, oldestSeconds: age(row.firstEventMs) },
  }
}

/** Returns the free space, in bytes, of the fuller of the data and media disks. Uploads are refused when it is full. */
export async function diskSpace({ config }: Pick<Services, 'config'>) {
  const own = await spaceOn(config.dataDir)
  const ofMedia = await spaceOn(join(config.dataDir, 'media'))
  return { ...(ofMedia.freeBytes < own.freeBytes ? ofMedia : own), floorBytes: config.storage.floorBytes }
}

async function spaceOn(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}
