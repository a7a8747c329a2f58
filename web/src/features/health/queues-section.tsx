import type { JobQueue } from '@touchline/contract/health.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { WideTable } from '#ui/wide-table.tsx'

/** pg-boss prefixes its own scheduling queue. */
const ofPgBoss = '__pgboss__'

export function QueuesSection({ queues }: { queues: JobQueue[] }) {
  return (
    <section aria-labelledby="queues-title" className="mt-9">
      <h2 id="queues-title" className="text-2xl">
        Background work
      </h2>
      <div className="mt-5">
        {queues.length === 0 ? (
          <EmptyState title="Nothing is waiting">All background work is done.</EmptyState>
        ) : (
          <Queues queues={queues} />
        )}
      </div>
    </section>
  )
}

function Queues({ queues }: { queues: JobQueue[] }) {
  return (
    <WideTable label="Background work">
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="py-2 pr-4 text-left font-normal">
            Kind
          </th>
          {['Waiting', 'Running', 'Given up'].map((title) => (
            <th key={title} scope="col" className="py-2 pl-4 font-normal whitespace-nowrap">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {queues.map(({ name, waiting, active, failed }) => (
          <tr key={name} className="border-b border-line">
            <th scope="row" className="py-2 pr-4 text-left font-normal">
              {name.startsWith(ofPgBoss) ? 'scheduled work' : <code>{name}</code>}
            </th>
            <td className="board py-2 pl-4">{waiting}</td>
            <td className="board py-2 pl-4">{active}</td>
            <td className="board py-2 pl-4">{failed}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  )
}
