import { type Joiner, type Source, type SourceKind, sourceKinds } from '@touchline/contract/sources.ts'
import { and, desc, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import { isAfterRow } from '#db/place-in-list.ts'
import { gateCodes } from '#features/gate/schema.ts'
import { paidCentsOf } from '#features/ledger/paid-cents.ts'
import { people } from '#features/people/schema.ts'
import { nameColumns, shownName } from '#features/people/shown-name.ts'
import { posts } from '#features/posts/schema.ts'
import { accessOf, membershipFacts } from '#features/subscriptions/access/access.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Services } from '#services.ts'
import { memberSources, sourceVisits } from './schema.ts'

type ForSources = Pick<Services, 'db' | 'clock'>

const dayMs = 24 * 60 * 60 * 1000
const stayDays = 90
const maxListed = 100

const columnOf = {
  campaign: memberSources.campaign,
  referrer: memberSources.referrer,
  teaser: memberSources.teaser,
  gate: memberSources.gate,
}

const paidCents = paidCentsOf(sql`payment.person_id = ${people.id}`)

const startOf = ({ clock }: Pick<ForSources, 'clock'>, days: number) =>
  days === 0 ? new Date(0) : new Date(clock.now().getTime() - days * dayMs)

/** Returns the sources of each kind with the most joiners, then the most visits. */
export async function listSources(services: ForSources, days: number): Promise<Source[]> {
  const { db } = services
  const from = startOf(services, days)
  const visits = await db
    .select({
      kind: sourceVisits.kind,
      value: sourceVisits.value,
      visits: sql<number>`sum(${sourceVisits.visits})`.mapWith(Number),
    })
    .from(sourceVisits)
    .where(gte(sourceVisits.day, from.toISOString().slice(0, 10)))
    .groupBy(sourceVisits.kind, sourceVisits.value)
  const found = new Map<string, Source>()
  const sourceOf = (kind: SourceKind, value: string) => {
    const key = `${kind} ${value}`
    const none = { visits: 0, joiners: 0, paidCents: 0, eligible: 0, stayed: 0 }
    const source = found.get(key) ?? { kind, value, label: value, ...none }
    found.set(key, source)
    return source
  }
  for (const { kind, value, visits: count } of visits) sourceOf(kind, value).visits = count
  for (const kind of sourceKinds)
    for (const { value, ...counts } of await countJoiners(services, kind, from))
      Object.assign(sourceOf(kind, value ?? ''), counts)
  const ranked = [...found.values()].toSorted((a, b) => b.joiners - a.joiners || b.visits - a.visits)
  const listed = sourceKinds.flatMap((kind) => ranked.filter((one) => one.kind === kind).slice(0, maxListed))
  return withLabels(db, listed)
}

function countJoiners({ db, clock }: ForSources, kind: SourceKind, from: Date) {
  const column = columnOf[kind]
  const isEligible = sql`${people.createdAt} <= ${new Date(clock.now().getTime() - stayDays * dayMs).toISOString()}::timestamptz`
  const hasStayed = sql`exists (select 1 from memberships where memberships.person_id = ${people.id}
    and memberships.paid_through >= ${people.createdAt} + make_interval(days => ${stayDays}))`
  return db
    .select({
      value: column,
      joiners: sql<number>`count(*)`.mapWith(Number),
      paidCents: sql<number>`sum(${paidCents})`.mapWith(Number),
      eligible: sql<number>`count(*) filter (where ${isEligible})`.mapWith(Number),
      stayed: sql<number>`count(*) filter (where ${isEligible} and ${hasStayed})`.mapWith(Number),
    })
    .from(memberSources)
    .innerJoin(people, eq(people.id, memberSources.personId))
    .where(and(isNotNull(column), gte(people.createdAt, from)))
    .groupBy(column)
}

/** The code of the configuration and the waitlist are no rows of `gate_codes`. */
const gateLabels: Record<string, string> = { configuration: 'ACCESS_CODE', waitlist: 'Waitlist' }

async function withLabels(db: ForSources['db'], sources: Source[]): Promise<Source[]> {
  const ids = (kind: SourceKind) =>
    sources.filter((one) => one.kind === kind && isUuid(one.value)).map(({ value }) => value)
  const codes = await db
    .select({ id: gateCodes.id, name: gateCodes.name })
    .from(gateCodes)
    .where(inArray(gateCodes.id, ids('gate')))
  const titles = await db
    .select({ id: posts.id, title: posts.title })
    .from(posts)
    .where(inArray(posts.id, ids('teaser')))
  const names = new Map([
    ...codes.map(({ id, name }) => [id, name] as const),
    ...titles.map(({ id, title }) => [id, title ?? ''] as const),
  ])
  return sources.map((one) => ({ ...one, label: labelOf(one, names) }))
}

function labelOf({ kind, value }: Source, names: Map<string, string>): string {
  if (kind === 'gate') return names.get(value) ?? gateLabels[value] ?? 'A deleted code'
  if (kind === 'teaser')
    return names.get(value) || (names.has(value) ? 'A post without a title' : 'A deleted post')
  return value || 'Direct or unknown'
}

type Page = { kind: SourceKind; value?: string | undefined; before?: string | undefined }

const pageSize = 20

/** Returns one page of the people behind a row, newest first. */
export async function listJoiners(
  services: ForSources,
  { kind, value = '', before }: Page,
  days: number,
): Promise<{ joiners: Joiner[]; hasMore: boolean }> {
  const { db, clock } = services
  const rows = await db
    .select({
      id: people.id,
      ...nameColumns,
      role: people.role,
      createdAt: people.createdAt,
      paidCents,
      membership: membershipFacts,
    })
    .from(memberSources)
    .innerJoin(people, eq(people.id, memberSources.personId))
    .leftJoin(memberships, and(eq(memberships.personId, people.id), memberships.isCurrent))
    .where(
      and(
        eq(columnOf[kind], value),
        gte(people.createdAt, startOf(services, days)),
        before ? isAfterRow([people.createdAt, people.id], before) : undefined,
      ),
    )
    .orderBy(desc(people.createdAt), desc(people.id))
    .limit(pageSize + 1)
  const joiners = rows.slice(0, pageSize).map((row) => ({
    id: row.id,
    name: shownName(row),
    email: row.email,
    joinedAt: row.createdAt.toISOString(),
    paidCents: row.paidCents,
    isMember: accessOf(row, clock.now()).hasAccess,
  }))
  return { joiners, hasMore: rows.length > pageSize }
}
