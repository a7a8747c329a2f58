type Sql = { executeSql(text: string): Promise<{ rows: unknown[] }> }

// Skip a job whose key already has another attempt waiting.
const requeue = `
  update jobs.job set state = 'retry', start_after = jobs.job_now(), heartbeat_on = null
  where state = 'active' and retry_count < retry_limit and not exists (
    select 1 from jobs.job other
    where other.name = job.name and other.state = 'retry'
      and other.singleton_key is not distinct from job.singleton_key and job.singleton_key is not null)`
const clearActiveKeys = 'update jobs.queue set singletons_active = null where singletons_active is not null'

/** Call it before the workers start, when no other process uses the database: its running jobs would look the same. */
export async function requeueInterrupted(database: Sql): Promise<void> {
  await database.executeSql(requeue)
  await database.executeSql(clearActiveKeys)
}
