type Row = { key: string; name: string; count: number }

type Props = {
  label: string
  of: string
  counted: string
  rows: Row[]
}

const inPercent = (share: number) => `${Math.round(share * 100)}%`

/** A bar chart as a table. Bars and shares are relative to the total. */
export function BarList({ label, of, counted, rows }: Props) {
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{label}</caption>
      <thead className="text-muted">
        <tr className="border-b border-line text-right">
          <th scope="col" className="py-2 text-left font-semibold">
            {of}
          </th>
          <th scope="col" className="w-20 py-2 font-semibold">
            {counted}
          </th>
          <th scope="col" className="w-16 py-2 font-semibold">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, count }) => (
          <tr key={key} className="border-b border-line text-right align-bottom">
            <th scope="row" className="py-2.5 text-left font-normal">
              <span className="block">{name}</span>
              <span aria-hidden className="mt-1.5 block h-2.5 rounded-full bg-bench forced-color-adjust-none">
                <span
                  className="block h-full min-w-1 rounded-full bg-turf print:border print:border-chalk"
                  style={{ width: all === 0 ? '0' : `${(100 * count) / all}%` }}
                />
              </span>
            </th>
            <td className="board py-2.5">{count.toLocaleString('en-US')}</td>
            <td className="board py-2.5">{all === 0 ? '' : inPercent(count / all)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
