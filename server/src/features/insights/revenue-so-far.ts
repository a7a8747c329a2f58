import { type SQL, sql } from 'drizzle-orm'
import { countMoneyDays } from './count-days.ts'

/** Revenue in cents, net of refunds and disputes. It recounts the days that changed since the count, so it is exact. */
export const revenueSoFarCents = (): SQL<number> => sql<number>`(
  with changed as materialized (select distinct day from insight_changes where source = 'money')
  select coalesce((select sum(gross_cents) from insight_money_days where day not in (select day from changed)), 0)
    + coalesce((
      select sum(fresh.gross_cents) from changed, lateral (${countMoneyDays('changed')}) as fresh
    ), 0)
)::bigint`
