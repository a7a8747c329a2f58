import type { JobQueue } from '@touchline/contract/health.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { WideTable } from '#ui/wide-table.tsx'

/** What waits to be done in the background, by kind. */
export function QueuesSection({ queues }: { queues: JobQueue[] }) {
  return (
    <section aria-labelledby="queues-title" className="mt-9">
      <h2 id="queues-title" className="text-2xl">
        Work in the background
      </h2>
      <div className="mt-5">
        {queues.length === 0 ? (
          <EmptyState title="Nothing is waiting">All work in the background has been done.</EmptyState>
        ) : (
          <Queues queues={queues} />
        )}
      </div>
    </section>
  )
}
