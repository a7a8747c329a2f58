import { sql } from 'drizzle-orm'
import type { Services } from '#services.ts'

let created: unknown

/** Starts the jobs of a club. Later clubs copy the queues of the first, which takes one statement, not hundreds. */
export async function startJobs({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  // A database of its own, unlike a copy of the template, has no tables for jobs yet.
  const { rows: tables } = await db.execute(sql`select to_regclass('jobs.queue') is not null as "hasQueues"`)
  if (created && tables[0]?.['hasQueues'])
    await db.execute(sql`
      insert into jobs.queue
      select * from jsonb_populate_recordset(null::jobs.queue, ${JSON.stringify(created)}::jsonb)
      on conflict do nothing`)
  await jobs.start()
  if (created) return
  const { rows } = await db.execute(sql`select jsonb_agg(to_jsonb(queue)) as queues from jobs.queue`)
  created = rows[0]?.['queues']
}
