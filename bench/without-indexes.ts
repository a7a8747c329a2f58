import type { OpenDatabase } from '../server/src/db/database.ts'

/**
 * Runs `work` on tables without their indexes and rebuilds them afterwards, which is several times as fast.
 * Primary keys with foreign keys stay.
 */
export async function withoutIndexes(
  pool: OpenDatabase['pool'],
  tables: string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await pool.query<{ drop: string; create: string }>(
    `select
      case when key.oid is null then format('drop index %I', name.relname)
        else format('alter table %I drop constraint %I', kept.relname, key.conname) end as drop,
      case when key.oid is null then pg_get_indexdef(i.indexrelid)
        else format('alter table %I add constraint %I %s', kept.relname, key.conname, pg_get_constraintdef(key.oid)) end
        as create
    from pg_index i
    join pg_class name on name.oid = i.indexrelid
    join pg_class kept on kept.oid = i.indrelid
    left join pg_constraint key on key.conindid = i.indexrelid and key.contype in ('p', 'u')
    where i.indrelid = any($1::regclass[]) and not exists (
      select from pg_constraint refers where refers.conindid = i.indexrelid and refers.contype = 'f')`,
    [tables],
  )
  for (const index of rows) await pool.query(index.drop)
  await work()
  await pool.query("set maintenance_work_mem = '256MB'")
  for (const index of rows) await pool.query(index.create)
  await pool.query('reset maintenance_work_mem')
}
