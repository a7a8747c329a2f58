import { api } from '@touchline/contract/api.ts'
import type { TracedFigure } from '@touchline/contract/insights.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { sendCsv, csvRow, csvDollars } from '#http/csv.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { lifetimeCsv, recurringCsv, retentionCsv, revenueCsv } from './figures-csv.ts'
import { lifetimeFor } from './lifetime.ts'
import { overviewFor } from './overview.ts'
import { recurringFor } from './recurring.ts'
import { retentionOf } from './retention.ts'
import { revenueFor } from './revenue.ts'
import { rollUpIfChanged } from './roll-up.ts'
import { sourceOf, type Traced } from './row-sources.ts'
import { tracedRows } from './traced-rows.ts'
import type { Queryable } from '#db/database.ts'
import type { Viewer } from '#http/viewer.ts'

const batchSize = 500

/** File name such as `movements-2026-11-lost-by-choice` or `joined-since-2026-11-04`. */
function rowsFileName({ figure, month, through, since, until, kind, joined }: Traced): string {
  const parts = [
    figure,
    joined && `of-${joined.slice(0, 7)}`,
    month?.slice(0, 7),
    through && `to-${through.slice(0, 7)}`,
    since && `since-${since.slice(0, 10)}`,
    until && `until-${until.slice(0, 10)}`,
    kind,
  ]
  return parts.filter(Boolean).join('-').replaceAll('_', '-')
}

/** All rows of a figure as CSV, page by page. The count and amount columns add up to the figure. */
async function* rowsCsv(db: Queryable, viewer: Viewer, traced: Traced): AsyncGenerator<string> {
  const amount = traced.figure === 'revenue' ? 'Paid by members (USD)' : 'Amount (USD)'
  yield csvRow(['Date (UTC)', 'Type', 'Name', 'Count', amount, 'Your share (USD)', 'Reference'])
  let before: string | undefined
  do {
    const page = await tracedRows(db, viewer, { ...traced, before, limit: batchSize })
    yield page.rows
      .map(({ at, what, name, count, amountCents, creatorCents, id }) =>
        csvRow([at, what, name, count, csvDollars(amountCents), csvDollars(creatorCents), id]),
      )
      .join('')
    before = page.next ?? undefined
  } while (before)
}

const defaultLimit = 24

/** Figures whose rows name members. */
const namesMembers = new Set<TracedFigure>([
  'subscribers',
  'new_subscribers',
  'joined',
  'kept',
  'lost',
  'movements',
  'revenue',
  'failed_payments',
])

export function routes(route: Route, services: Services): void {
  const { db, clock, log } = services

  /** Counts changed days first. When counting fails, the last figures are returned with their `countedAt`. */
  const counted = async <Figures>(read: () => Promise<Figures>): Promise<Figures> => {
    await rollUpIfChanged(db, clock.now()).catch((error: unknown) => {
      log.warn({ err: error }, 'counting figures before a read failed')
    })
    return read()
  }

  route(api.insights.overview, ({ query, viewer }) =>
    counted(() => overviewFor(services, viewer, query.period)),
  )

  route(api.insights.recurring, async ({ query, viewer, reply }) => {
    const recurring = await counted(() => recurringFor(services, viewer))
    return query.format ? sendCsv(reply, 'recurring-revenue', recurringCsv(recurring)) : recurring
  })

  route(api.insights.retention, async ({ query, reply }) => {
    const retention = await counted(() => retentionOf(services))
    return query.format ? sendCsv(reply, 'retention', retentionCsv(retention)) : retention
  })

  route(api.insights.lifetime, async ({ query, viewer, reply }) => {
    const lifetime = await counted(() => lifetimeFor(services, viewer))
    return query.format ? sendCsv(reply, 'lifetime-value', lifetimeCsv(lifetime)) : lifetime
  })

  route(api.insights.revenue, async ({ query, viewer, reply }) => {
    const revenue = await counted(() => revenueFor(services, viewer))
    return query.format ? sendCsv(reply, 'revenue', revenueCsv(revenue)) : revenue
  })

  route(api.insights.rows, ({ query: { limit = defaultLimit, ...filter }, viewer }) =>
    tracedRows(db, viewer, { ...filter, limit }),
  )

  route(
    api.insights.rowsCsv,
    async ({ query, viewer, request, reply }) => {
      // A HEAD request reads no names, so it is not recorded.
      const isExport = request.method === 'GET' && sourceOf({ ...query, viewer }) !== null
      if (isExport && namesMembers.has(query.figure))
        await recordAct(db, { actorId: viewer.id, action: 'subscribers_exported', at: clock.now() })
      return sendCsv(reply, rowsFileName(query), rowsCsv(db, viewer, query))
    },
    { limit: limits.figureRows, isAct: true },
  )
}
