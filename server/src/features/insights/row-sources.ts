import type { MovementKind, TracedFigure } from '@touchline/contract/insights.ts'
import { type SQL, sql } from 'drizzle-orm'
import { fullNameSql } from '#features/people/full-name-sql.ts'
import { endOf, startOf } from '#time/months.ts'
import type { Viewer } from '#http/viewer.ts'
import { revenueKinds } from './count-days.ts'
import { churnKinds } from './churn-kinds.ts'

/** Selects one month or a range up to `through`, from or until a moment; `joined` is the month of first joining. */
export type Traced = {
  figure: TracedFigure
  month?: string | undefined
  through?: string | undefined
  since?: string | undefined
  until?: string | undefined
  kind?: MovementKind | undefined
  joined?: string | undefined
}

/** How to query the rows of a figure: sorted by `at` and `id`, with further `columns`. */
export type RowSource = { from: SQL; at: SQL; id: SQL; columns: SQL; conditions: SQL[] }

type RowsQuery = Traced & { viewer: Pick<Viewer, 'id' | 'isMainInfluencer'> }

/** The rows a figure is counted from; null when they are about money the viewer does not receive. */
export function sourceOf(query: RowsQuery): RowSource | null {
  const { figure, viewer } = query
  if (isMoney[figure] && !viewer.isMainInfluencer) return null
  const source = sources[figure](query)
  return { ...source, conditions: [...source.conditions, ...isWithin(query, source.at)] }
}

const isWithin = ({ month, through = month, since, until }: RowsQuery, at: SQL) => [
  ...(month === undefined ? [] : [sql`${at} >= ${startOf(month)}`]),
  ...(through === undefined ? [] : [sql`${at} < ${endOf(through)}`]),
  ...(since === undefined ? [] : [sql`${at} >= ${since}::timestamptz`]),
  ...(until === undefined ? [] : [sql`${at} < ${until}::timestamptz`]),
]

const isMoney: Partial<Record<TracedFigure, true>> = {
  revenue: true,
  movements: true,
  kept: true,
  lost: true,
  failed_payments: true,
}

const sources: Record<TracedFigure, (query: RowsQuery) => RowSource> = {
  subscribers: memberships,
  new_subscribers: newcomers,
  joined: newcomers,
  movements,
  kept: retained,
  lost: churned,
  failed_payments: failedPayments,
  revenue: journals,
  posts: (query) => posts(query, sql`1`),
  likes: (query) => posts(query, sql`p.likes_count`),
  new_likes: newLikes,
  comments: (query) => posts(query, sql`p.comments_count`),
  views: (query) => posts(query, sql`p.views_count`),
}

/** The name of the person joined as `who`; null after erasure. */
const name = sql`case when who.erased_at is null then ${fullNameSql('who')} end as name`

/** Only the creator who receives the club's revenue sees recurring amounts. */
const recurringAmount = ({ viewer }: RowsQuery, cents: SQL) =>
  viewer.isMainInfluencer ? sql`${cents} as "amountCents"` : sql`null as "amountCents"`

/** Memberships that count now, with the monthly price of each. Ended memberships never count. */
function memberships(query: RowsQuery): RowSource {
  return {
    from: sql`memberships m
      join lateral (
        select sum(v.members) as members, sum(v.cents)::int as cents
        from membership_movements v where v.membership_id = m.id
      ) moved on moved.members > 0
      join people who on who.id = m.person_id`,
    at: sql`m.started_at`,
    id: sql`m.id`,
    columns: sql`'membership' as what, ${name}, moved.members::int as count,
      ${recurringAmount(query, sql`moved.cents`)}, null as "creatorCents", null as "postId"`,
    conditions: [sql`m.ended_at is null`],
  }
}

function newcomers({ figure, viewer }: RowsQuery) {
  return movements({ figure, viewer, kind: 'new' })
}

/** Members with an unpaid month and the amount due. A closed invoice has no amount due. */
function failedPayments(): RowSource {
  return {
    from: sql`memberships m join people who on who.id = m.person_id`,
    at: sql`coalesce(m.unpaid_since, m.period_end)`,
    id: sql`m.id`,
    columns: sql`'failed_payment' as what, ${name}, 1 as count,
      m.due_cents as "amountCents", null as "creatorCents", null as "postId"`,
    conditions: [
      sql`m.is_current and m.ended_at is null and m.status in ('past_due', 'unpaid') and m.due_cents > 0`,
    ],
  }
}

function movements(query: RowsQuery): RowSource {
  const { kind, joined } = query
  return {
    from: sql`membership_movements v join people who on who.id = v.person_id`,
    at: sql`v.happened_at`,
    id: sql`v.id`,
    columns: sql`v.kind as what, ${name}, 1 as count,
      ${recurringAmount(query, sql`v.cents`)}, null as "creatorCents", null as "postId"`,
    conditions: [
      ...(kind === undefined ? [] : [sql`v.kind = ${kind}`]),
      ...(joined === undefined ? [] : [sql`v.joined_month = ${joined}`]),
    ],
  }
}

const isOneOf = (column: SQL, kinds: readonly string[]) =>
  sql`${column} in (${sql.join(
    kinds.map((kind) => sql`${kind}`),
    sql`, `,
  )})`

/** Members who joined in one month: each arrival adds one, each departure subtracts one. */
function retained(query: RowsQuery): RowSource {
  const source = movements({ ...query, kind: undefined })
  return {
    ...source,
    columns: members(sql`v.members`),
    conditions: [...source.conditions, sql`v.members <> 0`],
  }
}

/** Churn of members who had joined in an earlier month. A recovered payment subtracts one. */
function churned({ viewer }: RowsQuery): RowSource {
  return {
    ...movements({ figure: 'lost', viewer }),
    columns: members(sql`-v.members`),
    conditions: [
      isOneOf(sql`v.kind`, churnKinds),
      sql`v.members <> 0 and v.joined_month < date_trunc('month', v.happened_at at time zone 'UTC')`,
    ],
  }
}

const members = (count: SQL) => sql`v.kind as what, ${name}, ${count}::int as count,
  null as "amountCents", null as "creatorCents", null as "postId"`

const sumOfLines = (accounts: SQL) => sql`coalesce((
  select sum(l.amount_cents) from ledger_lines l where l.journal_id = j.id and l.account in (${accounts})), 0)::int`

/** Money that moved between members and the club. Refunds and disputes are negative. */
function journals(): RowSource {
  return {
    from: sql`ledger_journals j left join people who on who.id = j.person_id`,
    at: sql`j.occurred_at`,
    id: sql`j.id`,
    columns: sql`j.kind as what, ${name}, 1 as count,
      ${sumOfLines(sql`'provider_balance', 'provider_fees'`)} as "amountCents",
      -${sumOfLines(sql`'creator_payable'`)} as "creatorCents", null as "postId"`,
    conditions: [isOneOf(sql`j.kind`, revenueKinds)],
  }
}

/** The viewer's own published posts that contribute to the figure. */
function posts({ viewer }: RowsQuery, count: SQL): RowSource {
  return {
    from: sql`posts p`,
    at: sql`p.created_at`,
    id: sql`p.id`,
    columns: sql`coalesce(p.title, nullif(left(p.content, 100), ''), 'A post without words') as what,
      null as name, ${count} as count, null as "amountCents", null as "creatorCents", p.id as "postId"`,
    conditions: [sql`p.creator_id = ${viewer.id}`, sql`p.status = 'ready'`, sql`${count} > 0`],
  }
}

/** The viewer's own posts with the likes given in the range, by the time of the latest of them. */
function newLikes(query: RowsQuery): RowSource {
  const within = sql.join([sql`true`, ...isWithin(query, sql`l.created_at`)], sql` and `)
  return {
    ...posts(query, sql`liked.likes`),
    from: sql`(
      select l.post_id, count(*)::int as likes, max(l.created_at) as latest
      from likes l where ${within} group by l.post_id
    ) liked join posts p on p.id = liked.post_id`,
    at: sql`liked.latest`,
  }
}
