import type { TrendLook } from './trend-look.ts'

type Props = {
  label: string
  points: TrendPoint[]
  series: TrendSeries[]
  format: (value: number) => string
}

export function TrendTable({ label, points, series, format }: Props) {
  return (
    <details className="open:w-full">
      <summary className="inline-flex min-h-11 items-center underline decoration-line decoration-2 underline-offset-4 hover:decoration-turf print:hidden">
        Show as table
      </summary>
      <table className="w-full border-collapse text-right">
        <caption className="sr-only">{label}</caption>
        <thead className="text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 pr-4 text-left font-semibold">
              Time
            </th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="py-2 pl-4 font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point, index) => (
            <tr key={point.name} className="border-b border-line">
              <th scope="row" className="py-2 pr-4 text-left font-normal whitespace-nowrap">
                {point.name}
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className="board py-2 pl-4 whitespace-nowrap">
                  {format(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

export type TrendSeries = {
  name: string
  look: TrendLook
  /** Unique within a chart, because colour alone must not distinguish series. */
  mark: 'area' | 'dashes' | 'bars'
  values: number[]
}

export type TrendPoint = {
  /** `October 2026` */
  name: string
  short: string
}
