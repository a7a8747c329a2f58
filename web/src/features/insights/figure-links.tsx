import { Link } from '#router/link.tsx'
import { clsx } from 'clsx'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#paths.ts'
import type { TracedRows } from './rows-search.ts'
import { traced } from './definitions.ts'

const underlined =
  'underline decoration-line decoration-2 underline-offset-4 hover:decoration-turf print:no-underline'
const linkLook = `inline-flex min-h-11 min-w-6 items-center gap-1.5 print:min-h-0 ${underlined}`

type RowsLinkProps = {
  rows: TracedRows
  /** Names the figure where the link has no text of its own. */
  of?: string
  isInline?: boolean
  children?: ReactNode
}

export function RowsLink({ rows, of, isInline = false, children }: RowsLinkProps) {
  return (
    <Link
      to={paths.analyticsRows}
      search={rows}
      className={isInline ? `inline-block min-h-6 py-0.5 ${underlined}` : linkLook}
    >
      {children ?? (
        <>
          View details<span className="sr-only"> of {of ?? traced[rows.figure].name}</span>
        </>
      )}
    </Link>
  )
}

export function FileLink({ href, of }: { href: string; of: string }) {
  return (
    <a href={href} download className={clsx(linkLook, 'print:hidden')}>
      <Download size={14} aria-hidden />
      CSV<span className="sr-only"> of {of}</span>
    </a>
  )
}

/** Rows links for every figure that `of` is calculated from. */
export function PartLinks({ parts, of }: { parts: TracedRows[]; of: string }) {
  return parts.map((rows) => (
    <RowsLink key={rows.figure} rows={rows}>
      {traced[rows.figure].name}
      <span className="sr-only"> in {of}</span>
    </RowsLink>
  ))
}
