import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#paths.ts'
import { rowsFile } from './requests.ts'
import type { TracedRows } from './rows-search.ts'
import { traced } from './definitions.ts'

const linkLook =
  'inline-flex min-h-11 min-w-6 items-center gap-1.5 underline decoration-line decoration-2 underline-offset-4 hover:decoration-turf print:min-h-0 print:no-underline'

/** Link to the rows behind a figure. `of` names the figure where the link has no text of its own. */
export function RowsLink({ rows, of, children }: { rows: TracedRows; of?: string; children?: ReactNode }) {
  return (
    <Link to={paths.analyticsRows} search={rows} className={linkLook}>
      {children ?? (
        <>
          See the rows<span className="sr-only"> of {of ?? traced[rows.figure].name}</span>
        </>
      )}
    </Link>
  )
}

/** Download link for a CSV file. */
export function FileLink({ href, of }: { href: string; of: string }) {
  return (
    <a href={href} download className={clsx(linkLook, 'print:hidden')}>
      <Download size={14} aria-hidden />
      CSV<span className="sr-only"> of {of}</span>
    </a>
  )
}

/** Rows link and CSV link for a figure counted from one kind of rows. */
export function FigureLinks({ rows, of }: { rows: TracedRows; of: string }) {
  return (
    <>
      <RowsLink rows={rows} of={of} />
      <FileLink href={rowsFile(rows)} of={of} />
    </>
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
