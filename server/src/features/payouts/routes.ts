import { api } from '@touchline/contract/api.ts'
import { conflict, notFound } from '#errors.ts'
import { changeTerms } from '#features/ledger/terms.ts'
import { sendCsv } from '#http/csv.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { approvePayout } from './approve-payout.ts'
import type { LineScope } from './line-groups.ts'
import { makeTestPayoutAccount, setPayoutAccount } from './payout-account.ts'
import { payoutsFor, toStatements } from './overview.ts'
import { accountOf, paidCreator, payoutsOf, statementById } from './queries.ts'
import { recordPayout } from './record-payout.ts'
import type { PayoutStatement } from './schema.ts'
import { sendByHand } from './send-by-hand.ts'
import { statementCsv } from './statement-csv.ts'
import { groupTotals, kindTotals, linesOf } from './statement-lines.ts'
import { reversePayout } from './reverse-payout.ts'
import { termsHistory } from './terms-history.ts'
import { toLine, toPayout } from './to-statement.ts'

const defaultLimit = 24

export function routes(route: Route, services: Services): void {
  const { db, config, payments } = services

  const readableStatement = async (id: string, viewer: Viewer): Promise<PayoutStatement> => {
    const statement = await statementById(db, id)
    if (!statement || (viewer.role !== 'admin' && statement.creatorId !== viewer.id))
      throw notFound('Statement')
    return statement
  }

  /** The line scope of an id. `running` belongs to the paid creator. */
  const scopeOf = async (id: string, viewer: Viewer): Promise<LineScope> => {
    if (id !== 'running') return { statementId: (await readableStatement(id, viewer)).id }
    const creator = await paidCreator(db)
    if (viewer.role !== 'admin' && creator?.id !== viewer.id) throw notFound('Statement')
    return 'running'
  }

  const changed = async (id: string) => {
    const statement = await statementById(db, id)
    const [shownStatement] = await toStatements(db, statement ? [statement] : [])
    if (!shownStatement) throw notFound('Statement')
    return { statement: shownStatement }
  }

  const account = async () => {
    const creator = await paidCreator(db)
    return {
      accountId: creator ? await accountOf(db, creator.id) : null,
      isSandbox: payments.provider === 'sandbox',
    }
  }

  route(api.payouts.overview, ({ query, viewer }) => payoutsFor(services, viewer, query))

  route(api.payouts.show, async ({ params, viewer }) => {
    const statement = await readableStatement(params.id, viewer)
    const attempts = await payoutsOf(db, [statement.id])
    return {
      ...(await changed(statement.id)),
      groups: groupTotals(await kindTotals(db, { statementId: statement.id })),
      payouts: attempts.map(toPayout),
    }
  })

  route(api.payouts.lines, async ({ params, query, viewer }) => {
    const { limit = defaultLimit, ...filter } = query
    const { rows, next } = await linesOf(db, await scopeOf(params.id, viewer), { ...filter, limit })
    return { lines: rows.map(toLine), next }
  })

  route(api.payouts.csv, async ({ params, viewer, reply }) => {
    const statement = await readableStatement(params.id, viewer)
    const rows = statementCsv(
      db,
      { statementId: statement.id },
      { openingCents: statement.openingCents, isOwn: statement.creatorId === viewer.id },
    )
    return sendCsv(reply, `statement-${statement.month.slice(0, 7)}`, rows)
  })

  route(api.payouts.approve, async ({ params, body, viewer }) => {
    await approvePayout(services, { statementId: params.id, ...body, approvedBy: viewer.id })
    return changed(params.id)
  })

  route(api.payouts.sendByHand, async ({ params, viewer }) => {
    await sendByHand(services, { statementId: params.id, by: viewer.id })
    return changed(params.id)
  })

  route(api.payouts.record, async ({ params, body, viewer }) => {
    await recordPayout(services, { statementId: params.id, ...body, by: viewer.id })
    return changed(params.id)
  })

  route(api.payouts.takeBack, async ({ params, viewer }) => {
    await reversePayout(services, { statementId: params.id, by: viewer.id })
    return changed(params.id)
  })

  route(api.payouts.showTerms, () => termsHistory(services))

  route(api.payouts.changeTerms, async ({ body, viewer }) => {
    if (config.graceDays !== null && (body.graceDays ?? config.graceDays) !== config.graceDays)
      throw conflict('The grace period is set by the configuration (GRACE_DAYS). Change it there.')
    await changeTerms(services, body, viewer.id)
    return termsHistory(services)
  })

  route(api.payouts.showAccount, account)

  route(
    api.payouts.setAccount,
    async ({ body, viewer }) => {
      await setPayoutAccount(services, { accountId: body.accountId, by: viewer.id })
      return account()
    },
    { limit: limits.askProvider },
  )

  route(
    api.payouts.makeTestAccount,
    async ({ viewer }) => {
      await makeTestPayoutAccount(services, viewer.id)
      return account()
    },
    { limit: limits.askProvider },
  )
}
