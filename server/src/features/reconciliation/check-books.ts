import { type Books, type BalanceCheck, balanceCheck } from '@touchline/contract/ledger.ts'
import * as z from 'zod/mini'
import { raiseAlert, raiseAlertUnlessResolved, resolveAlert } from '#alerts/alerts.ts'
import { sharedLock } from '#concurrency/keyed-mutex.ts'
import { readSetting, writeSetting } from '#payments/settings.ts'
import type { Services } from '#services.ts'
import { formatAmount } from './books-report.ts'
import { writeCheckpoint } from './checkpoint.ts'
import { measureBooks } from './book-checks.ts'

const savedCheck = z.object({ checkedAt: z.iso.datetime(), equations: z.array(balanceCheck) })

/** The result of the last check; empty before the first. */
export async function lastCheck({ db }: Pick<Services, 'db'>): Promise<Books> {
  const text = await readSetting(db, 'books_check')
  // A result saved in the format of an earlier release counts as missing.
  const { data } = savedCheck.safeParse(text === null ? null : JSON.parse(text))
  return data ?? { checkedAt: null, equations: [] }
}

const sharedTurn = sharedLock<Books>()

/** Raises or resolves an alert for each. Concurrent callers share the next run. Throws 503 without the provider. */
export function checkBooks(services: Services): Promise<Books> {
  return sharedTurn('books', async () => {
    const { equations, reached } = await measureBooks(services)
    const checkedAt = services.clock.now().toISOString()
    if (reached) await writeCheckpoint(services, reached)
    const before = await lastCheck(services)
    for (const one of equations)
      await announce(services, one, {
        checkedAt,
        before: before.equations.find(({ number }) => number === one.number),
      })
    await writeSetting(services.db, services.clock, 'books_check', JSON.stringify({ checkedAt, equations }))
    return { checkedAt, equations }
  })
}

async function announce(
  services: Services,
  one: BalanceCheck,
  { checkedAt, before }: { checkedAt: string; before: BalanceCheck | undefined },
) {
  const { number, name, holds, unit, left, right, rows } = one
  const about = { kind: 'books', subject: `equation ${number}` }
  if (holds) {
    const resolution = `The check passed again at ${checkedAt}.`
    await resolveAlert(services.db, services, { ...about, resolution })
    return
  }
  const [first] = rows
  const why = first ? ` First violation: ${first.id} ${first.note}.` : ''
  const sides = [left, right].map(({ label, value }) => ` ${label}: ${formatAmount(value, unit)}.`).join('')
  const alert = { ...about, message: `Balance check failed: ${name}.${sides}${why}`.slice(0, 1000) }
  // An alert that an admin closed comes back only for a different violation.
  if (before && isSameViolation(before, one)) await raiseAlertUnlessResolved(services.db, services, alert)
  else await raiseAlert(services.db, services, alert)
}

const isSameViolation = (one: BalanceCheck, other: BalanceCheck) =>
  !one.holds &&
  one.difference === other.difference &&
  one.rows.map(({ id }) => id).join() === other.rows.map(({ id }) => id).join()
