import type { SourceKind } from '@touchline/contract/sources.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { lt, sql } from 'drizzle-orm'
import type { Services } from '#services.ts'
import { type Arrival, parseSource } from './parse-source.ts'
import { sourceVisits } from './schema.ts'

/** A flood of invented values is counted as one. */
const maxValuesPerDay = 500
const other = '(other)'
const saveEveryMs = 2000
const retentionMs = 400 * 24 * 60 * 60 * 1000

export type VisitCounter = {
  /** Counts a page that a browser opens from elsewhere; not reloads, prefetches, programs and links of this site. */
  countPage(request: FastifyRequest): void
  countArrival(arrival: Arrival): void
  count(kind: SourceKind, value: string): void
  /** Saves what has been counted since the last time. */
  save: () => Promise<void>
}

const isArrival = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-dest'] === 'document' &&
  headers['sec-fetch-site'] !== 'same-origin' &&
  headers['sec-purpose'] === undefined &&
  !/max-age=0|no-cache/.test(headers['cache-control'] ?? '')

/** Like `openVisitCounter`; saves the last counts when the app closes. */
export function visitCounter(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'address'>,
  app: FastifyInstance,
): VisitCounter {
  const counter = openVisitCounter(services)
  app.addHook('onClose', counter.save)
  return counter
}

/** Counts in memory and saves every few seconds, so that no page waits for it. */
export function openVisitCounter({
  db,
  clock,
  log,
  address,
}: Pick<Services, 'db' | 'clock' | 'log' | 'address'>): VisitCounter {
  let waiting = new Map<string, { day: string; kind: SourceKind; value: string; visits: number }>()
  let timer: NodeJS.Timeout | null = null

  const insertCounts = async () => {
    const counted = waiting
    waiting = new Map()
    for (const { day, kind, value, visits } of counted.values()) {
      const isKnown = sql`exists (select 1 from source_visits where day = ${day} and kind = ${kind} and value = ${value})`
      const isRoom = sql`(select count(*) from source_visits where day = ${day} and kind = ${kind}) < ${maxValuesPerDay}`
      await db.execute(sql`insert into source_visits (day, kind, value, visits)
        values (${day}, ${kind}, case when ${isKnown} or ${isRoom} then ${value} else ${other} end, ${visits})
        on conflict (day, kind, value) do update set visits = source_visits.visits + excluded.visits`)
    }
  }
  const save = () => {
    if (timer) clearTimeout(timer)
    timer = null
    return insertCounts().catch((err: unknown) => log.warn({ err }, 'saving visits failed'))
  }
  const count = (kind: SourceKind, value: string) => {
    const day = clock.now().toISOString().slice(0, 10)
    const named = waiting.size < maxValuesPerDay ? value : other
    const key = `${day} ${kind} ${named}`
    const known = waiting.get(key)
    if (known) known.visits += 1
    else waiting.set(key, { day, kind, value: named, visits: 1 })
    timer ??= setTimeout(() => void save(), saveEveryMs).unref()
  }
  const countArrival = ({ campaign, referrer, teaser }: Arrival) => {
    count('referrer', referrer)
    if (campaign) count('campaign', campaign)
    if (teaser) count('teaser', teaser)
  }
  return {
    count,
    countArrival,
    save,
    countPage(request) {
      if (isArrival(request))
        countArrival(parseSource(request.url, request.headers.referer ?? '', address.url))
    },
  }
}

/** Deletes counts older than 400 days. */
export async function forgetVisits({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const first = new Date(clock.now().getTime() - retentionMs).toISOString().slice(0, 10)
  await db.delete(sourceVisits).where(lt(sourceVisits.day, first))
}
