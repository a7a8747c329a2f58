import { type SQL, sql } from 'drizzle-orm'
import { countMoneyDays } from './count-days.ts'

/**
 * SQL expression for lifetime revenue, net of refunds and disputes, in cents. It adds up the counted days and
 * recounts the days that changed since, so it is always exact.
 */
export const revenueSoFarCents = (): SQL<number> => sql<number>`(
  with changed as materialized (select distinct day from insight_changes where source = 'money')
  select coalesce((select sum(gross_cents) from insight_money_days where day not in (select day from changed)), 0)
    + coalesce((
      select sum(fresh.gross_cents) from changed, lateral (${countMoneyDays('changed')}) as fresh
    ), 0)
)::bigint`
