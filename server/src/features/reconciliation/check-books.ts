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

/** The books as they were last checked; nothing before the first check. */
export async function lastCheck({ db }: Pick<Services, 'db'>): Promise<Books> {
  const text = await readSetting(db, 'books_check')
  // What an earlier release kept in another form is as good as never checked.
  const { data } = savedCheck.safeParse(text === null ? null : JSON.parse(text))
  return data ?? { checkedAt: null, equations: [] }
}

const sharedTurn = sharedLock<Books>()

/**
 * Measures the equations, keeps what was found, and says so where one is broken or holds again. Whoever asks while it
 * is being done shares the next run. Refuses with 503 while the provider does not answer.
 */
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
    const resolution = `It holds again: checked at ${checkedAt}.`
    await resolveAlert(services.db, services, { ...about, resolution })
    return
  }
  const [first] = rows
  const why = first ? ` First of what breaks it: ${first.id} ${first.note}.` : ''
  const sides = [left, right].map(({ label, value }) => ` ${label}: ${formatAmount(value, unit)}.`).join('')
  const alert = { ...about, message: `Broken: ${name}.${sides}${why}`.slice(0, 1000) }
  // What somebody looked at and closed does not come back until something else breaks.
  if (before && isSameViolation(before, one)) await raiseAlertUnlessResolved(services.db, services, alert)
  else await raiseAlert(services.db, services, alert)
}

const isSameViolation = (one: BalanceCheck, other: BalanceCheck) =>
  !one.holds &&
  one.difference === other.difference &&
  one.rows.map(({ id }) => id).join() === other.rows.map(({ id }) => id).join()
