type Sql = { executeSql(text: string): Promise<{ rows: unknown[] }> }

// Where another try waits already, that one does the work.
const requeue = `
  update jobs.job set state = 'retry', start_after = jobs.job_now(), heartbeat_on = null
  where state = 'active' and retry_count < retry_limit and not exists (
    select 1 from jobs.job other
    where other.name = job.name and other.state = 'retry'
      and other.singleton_key is not distinct from job.singleton_key and job.singleton_key is not null)`
const clearActiveKeys = 'update jobs.queue set singletons_active = null where singletons_active is not null'

/**
 * Lets what a killed process was working on be done again at once. Only for the one process of a database, before its
 * workers start: what others are doing cannot be told from what was left.
 */
export async function requeueInterrupted(database: Sql): Promise<void> {
  await database.executeSql(requeue)
  await database.executeSql(clearActiveKeys)
}
