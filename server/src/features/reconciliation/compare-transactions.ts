import type Stripe from 'stripe'
import type { Database } from '#db/database.ts'
import type { Services } from '#services.ts'
import {
  type Booked,
  findBooked,
  findCompletedTips,
  findUnknownJournals,
  findAlerted,
} from './find-booked.ts'
import type { Cut } from './booked-totals.ts'
import { type ViolatingRow, addRow } from './check-result.ts'
import {
  type Checkpoint,
  type Exception,
  noTotals,
  addTotals,
  readCheckpoint,
  type Totals,
} from './checkpoint.ts'
import { tipPaidBy, walkTransactions } from './walk-transactions.ts'

/** Movements younger than this may still be waiting for their journal and do not count as a difference. */
export const pendingMs = 10 * 60_000
/** With more exceptions than this an admin has to look first, and the checkpoint does not advance. */
const maxExceptions = 100
const overlapMs = 3 * 24 * 60 * 60_000

export type BookServices = Pick<Services, 'db' | 'clock'> & { payments: Pick<Services['payments'], 'stripe'> }

export type Comparison = {
  provider: Totals
  /** The recent part whose journal or tip is still pending. */
  onItsWay: Totals
  /** Unbooked movements with an alert, newest first. */
  exceptions: Exception[]
  /** Limits which recent entries of the ledger count. */
  cut: Cut
  /** Other violations: movements without a journal or with another amount, journals without a movement. */
  rows: ViolatingRow[]
  /** Paid tips that are not completed. */
  tipRows: ViolatingRow[]
  /** A checkpoint some days back, where the next comparison may start. */
  reached: Checkpoint | null
}

type Settled = Stripe.BalanceTransaction

/** Starts at the last checkpoint, or at the beginning with `isWhole`. Memory holds only the ids since then. */
export async function compareTransactions(
  { db, clock, payments }: BookServices,
  { isWhole = false, toleranceMs = pendingMs }: { isWhole?: boolean; toleranceMs?: number } = {},
): Promise<Comparison> {
  const start = isWhole ? null : await readCheckpoint(db)
  const walk = walkTransactions(payments.stripe, start?.lastId)
  const tally = emptyTally()
  let nowMs = clock.now().getTime()
  let lastId: string | null = null
  let next = await walk.next()
  for (; !next.done; next = await walk.next()) {
    const page = next.value
    // Simulated time may be ahead of this process's clock.
    nowMs = Math.max(nowMs, ...page.map(({ created }) => created * 1000))
    const ids = page.map(({ id }) => id)
    const booked = await findBooked(db, ids)
    const completed = await findCompletedTips(
      db,
      page.flatMap((settled) => tipPaidBy(settled) ?? []),
    )
    const known = await findAlerted(
      db,
      ids.filter((id) => !booked.has(id)),
    )
    for (const settled of page) {
      const ageMs = nowMs - settled.created * 1000
      if (ageMs >= overlapMs) lastId ??= settled.id
      count(tally, settled, {
        isOld: lastId !== null,
        isYoung: ageMs < toleranceMs,
        booked: booked.get(settled.id),
        isCompleted: (tipId) => completed.has(tipId),
        isKnown: known.has(settled.id),
      })
    }
  }
  const { newer, older, onItsWay, rows, tipRows, seen, waiting, paidTips } = tally
  const since = new Date(nowMs - toleranceMs)
  const before = next.value.isReached ? start : null
  const totals = addTotals(before?.totals ?? noTotals, older)
  if (!before) await findUnknownJournals(db, { seen, until: since, rows })
  const past = [...tally.olderExceptions, ...(await stillUnbooked(db, before?.exceptions ?? []))]
  return {
    provider: addTotals(totals, newer),
    onItsWay,
    exceptions: [...tally.newerExceptions, ...past],
    rows,
    tipRows,
    cut: {
      since,
      isCounted: (txnId) => seen.has(txnId) && !waiting.has(txnId),
      isTipCounted: (tipId) => paidTips.has(tipId),
    },
    reached: past.length > maxExceptions ? null : lastId ? { lastId, totals, exceptions: past } : before,
  }
}

const emptyTally = () => ({
  newer: noTotals,
  older: noTotals,
  onItsWay: noTotals,
  newerExceptions: [] as Exception[],
  olderExceptions: [] as Exception[],
  rows: [] as ViolatingRow[],
  tipRows: [] as ViolatingRow[],
  seen: new Set<string>(),
  waiting: new Set<string>(),
  paidTips: new Set<string>(),
})
type Tally = ReturnType<typeof emptyTally>
type Known = {
  isOld: boolean
  isYoung: boolean
  booked: Booked | undefined
  isCompleted: (tipId: string) => boolean
  isKnown: boolean
}

async function stillUnbooked(db: Database, exceptions: Exception[]): Promise<Exception[]> {
  const booked = await findBooked(
    db,
    exceptions.map(({ id }) => id),
  )
  return exceptions.filter(({ id }) => !booked.has(id))
}

/** The provider's fee of a movement. A movement of category `fee` is a fee as a whole. */
const feeOf = ({ reporting_category: category, net, fee }: Settled) => (category === 'fee' ? -net : fee)

function count(tally: Tally, settled: Settled, { isOld, isYoung, booked, isCompleted, isKnown }: Known) {
  const { id, net, amount, fee, created } = settled
  const tipId = tipPaidBy(settled)
  const moved = amount !== 0 || fee !== 0
  const totals = {
    count: moved ? 1 : 0,
    netCents: net,
    feeCents: feeOf(settled),
    tipCount: tipId ? 1 : 0,
  }
  tally.seen.add(id)
  if (isOld) tally.older = addTotals(tally.older, totals)
  else tally.newer = addTotals(tally.newer, totals)
  const isTipLate = tipId !== null && !isCompleted(tipId)
  if (tipId !== null && !isTipLate) tally.paidTips.add(tipId)
  const lateTips = isTipLate ? 1 : 0
  if (isYoung) {
    tally.onItsWay = addTotals(tally.onItsWay, { ...(booked ? noTotals : totals), tipCount: lateTips })
    if (!booked) tally.waiting.add(id)
  } else if (!booked && moved && isKnown) {
    const exceptions = isOld ? tally.olderExceptions : tally.newerExceptions
    // One more than the maximum shows that there are too many.
    if (exceptions.length <= maxExceptions) exceptions.push({ id, created, ...totals, tipCount: lateTips })
  } else {
    if (isTipLate) addRow(tally.tipRows, { id: tipId, note: `is paid by ${id}, and not completed` })
    if (!booked && moved) addRow(tally.rows, { id, note: unbookedNote(net) })
  }
  if (booked && (booked.netCents !== net || booked.feeCents !== totals.feeCents))
    addRow(tally.rows, {
      id,
      note: `is ${net} less a fee of ${totals.feeCents} at the provider, ${booked.netCents} and ${booked.feeCents} in the books`,
    })
}

export const unbookedNote = (netCents: number) =>
  `moved ${netCents} cents at the provider, and is not in the books`
