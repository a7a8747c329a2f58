import { toRowsSearch } from './rows-search.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { useSearch } from '#router/router-provider.tsx'
import type { TracedFigure, TracedRow } from '@touchline/contract/insights.ts'
import { Download } from 'lucide-react'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { Button } from '#ui/button.tsx'
import { dateAndTime, formatMonth } from '#ui/dates.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Page } from '#ui/page.tsx'
import { movements, traced } from './definitions.ts'
import { rowsFile, rowsQuery } from './requests.ts'
import type { RowsSearch, TracedRows } from './rows-search.ts'
import { inDollars, inNumbers, rowText } from './texts.ts'

export function RowsPage() {
  return <RowsOf search={useSearch(toRowsSearch)} />
}

export function RowsOf({ search }: { search: RowsSearch }) {
  const { figure } = search
  const rows = figure && Object.hasOwn(traced, figure) ? toTraced(figure, search) : null
  usePageTitle('Details')
  return (
    <Page title={rows ? titleOf(rows) : 'Details'} back={<Link to={paths.analytics}>All figures</Link>}>
      {rows ? (
        <Rows rows={rows} />
      ) : (
        <EmptyState title="There is no such figure">Choose one under Analytics.</EmptyState>
      )}
    </Page>
  )
}

/** Drops filters that do not apply to the figure, and unknown kinds. */
const toTraced = (
  figure: TracedFigure,
  { month, through, since, until, kind, joined }: RowsSearch,
): TracedRows => ({
  figure,
  ...(month ? { month } : {}),
  ...(through ? { through } : {}),
  ...(since ? { since } : {}),
  ...(until ? { until } : {}),
  ...(figure === 'movements' && kind && Object.hasOwn(movements, kind) ? { kind } : {}),
  ...((figure === 'movements' || figure === 'kept') && joined ? { joined } : {}),
})

const wordsOf = ({ figure, kind }: TracedRows) => (kind ? movements[kind] : traced[figure])

const titleOf = (rows: TracedRows) =>
  `${wordsOf(rows).name}${rangeText(rows)}${rows.joined ? ` of Members Who Joined in ${formatMonth(rows.joined)}` : ''}`

function Rows({ rows }: { rows: TracedRows }) {
  const { since, until } = rows
  const query = useInfiniteQuery(rowsQuery(rows))
  const found = query.data?.pages.flatMap((page) => page.rows)
  return (
    <>
      {since ? <p className="mb-2">Since {dateAndTime(since)}.</p> : null}
      {until ? <p className="mb-2">Before {dateAndTime(until)}.</p> : null}
      <p className="measure text-muted">{wordsOf(rows).means}</p>
      <div className="mt-4 flex flex-wrap items-center gap-4">
        <Button asChild kind="outline" className="print:hidden">
          <a href={rowsFile(rows)} download>
            <Download size={16} aria-hidden /> Download CSV
          </a>
        </Button>
        <output>{found && found.length > 0 ? <Sum rows={found} hasMore={query.hasNextPage} /> : null}</output>
      </div>
      {found === undefined ? (
        <Skeleton className="mt-6 h-96" />
      ) : found.length === 0 ? (
        <div className="mt-6">
          <EmptyState title="Nothing here yet">Nothing has been counted here yet.</EmptyState>
        </div>
      ) : (
        <ul aria-label="Details" className="surface mt-6 divide-y divide-line px-4 sm:px-6">
          {found.map((row) => (
            <li key={row.id}>
              <Row row={row} />
            </li>
          ))}
        </ul>
      )}
      <MoreButton query={query} className="mt-4">
        Show More
      </MoreButton>
    </>
  )
}

function rangeText({ month, through = month }: TracedRows): string {
  if (!through) return ''
  if (month === through) return `, ${formatMonth(month)}`
  return month
    ? `, ${formatMonth(month)} to ${formatMonth(through)}`
    : ` up to the End of ${formatMonth(through)}`
}

function Sum({ rows, hasMore }: { rows: TracedRow[]; hasMore: boolean }) {
  const isMoney = rows.some(({ amountCents }) => amountCents !== null)
  const hasShare = rows.some(({ creatorCents }) => creatorCents !== null)
  const sum = (value: (row: TracedRow) => number) => rows.reduce((all, row) => all + value(row), 0)
  const total = sum(({ count }) => count)
  const count = `${inNumbers(rows.length)} ${rows.length === 1 ? 'entry' : 'entries'}`
  const facts = [
    isMoney ? inDollars(sum(({ amountCents }) => amountCents ?? 0)) : `${inNumbers(total)} in total`,
    ...(hasShare ? [`your share ${inDollars(sum(({ creatorCents }) => creatorCents ?? 0))}`] : []),
  ]
  return `${hasMore ? `The newest ${count}` : count}: ${facts.join(', ')}`
}

function Row({ row }: { row: TracedRow }) {
  const { at, name, count, amountCents, creatorCents, postId } = row
  const text = rowText(row)
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold wrap-anywhere">
          {postId ? (
            <Link
              to={paths.post}
              params={{ postId }}
              className="underline decoration-line decoration-2 underline-offset-4 hover:decoration-turf"
            >
              {text}
            </Link>
          ) : (
            text
          )}
        </p>
        <p className="text-sm text-muted">
          {postId ? null : (
            <>
              <bdi>{name ?? 'Deleted account'}</bdi>
              {' · '}
            </>
          )}
          <time dateTime={at}>{dateAndTime(at)}</time>
        </p>
      </div>
      <p className="ml-auto text-right">
        <span className="board block">
          {amountCents === null ? inNumbers(count) : inDollars(amountCents)}
        </span>
        {creatorCents === null ? null : (
          <span className="text-xs text-muted">your share {inDollars(creatorCents)}</span>
        )}
      </p>
    </div>
  )
}
