import { type SQL, sql } from 'drizzle-orm'
import { countMoneyDays } from './count-days.ts'

/**
 * An expression for everything members ever paid less what they got back, in cents. It reads the days that are counted
 * ahead and adds up the journals of those that changed since, so it is exact at every moment.
 */
export const revenueSoFarCents = (): SQL<number> => sql<number>`(
  with changed as materialized (select distinct day from insight_changes where source = 'money')
  select coalesce((select sum(gross_cents) from insight_money_days where day not in (select day from changed)), 0)
    + coalesce((
      select sum(fresh.gross_cents) from changed, lateral (${countMoneyDays('changed')}) as fresh
    ), 0)
)::bigint`
