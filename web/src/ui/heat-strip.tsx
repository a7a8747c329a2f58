import { clsx } from 'clsx'

type Props = {
  label: string
  corner: string
  rows: string[]
  columns: string[]
  values: number[][]
  say: (value: number) => string
}

/** Four tints; zero has none. Written out in full so that Tailwind finds them. */
const steps = ['bg-bench', 'bg-turf/25', 'bg-turf/50', 'bg-turf/75', 'bg-turf']

const stepOf = (value: number, most: number) =>
  value === 0 ? 0 : Math.min(4, Math.ceil((4 * value) / Math.max(1, most)))

export function HeatStrip({ label, corner, rows, columns, values, say }: Props) {
  const most = Math.max(0, ...values.flat())
  return (
    <figure>
      <table className="w-full table-fixed border-separate [border-spacing:1px] text-xs">
        <caption className="sr-only">{label}</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="w-9 sm:w-24">
              <span className="sr-only">{corner}</span>
            </th>
            {columns.map((column, index) => (
              <th key={column} scope="col" className="h-5 overflow-visible p-0 text-left font-normal">
                <span
                  className={clsx('board text-[0.6875rem] whitespace-nowrap', index % 6 !== 0 && 'sr-only')}
                >
                  {column}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={row}>
              <th scope="row" className="pr-1 text-left font-normal text-muted">
                <span aria-hidden className="sm:hidden">
                  {row.slice(0, 3)}
                </span>
                <span className="max-sm:sr-only">{row}</span>
              </th>
              {columns.map((column, index) => {
                const value = values[rowIndex]?.[index] ?? 0
                return (
                  <td
                    key={column}
                    title={`${row} ${column}: ${say(value)}`}
                    // Keep the tint in forced-colors mode, because it carries the value.
                    className={clsx(
                      'h-7 rounded-[3px] p-0 forced-color-adjust-none',
                      steps[stepOf(value, most)],
                    )}
                  >
                    <span className="sr-only">{value}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <figcaption className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <span>{say(0)}</span>
        <span aria-hidden className="flex gap-0.5">
          {steps.map((step) => (
            <span key={step} className={clsx('h-3 w-6 rounded-[3px] forced-color-adjust-none', step)} />
          ))}
        </span>
        <span>{say(most)}</span>
      </figcaption>
    </figure>
  )
}
