import {
  leaps,
  type Simulator,
  type SimulatorCounts,
  type SimulatorRun,
} from '@touchline/contract/simulator.ts'
import { ApiError } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { longDate } from '#ui/dates.ts'
import { toast } from '#ui/toast-store.ts'
import { formatAhead, leapText, countLabels } from './simulator-text.ts'
import { useAdvance } from './requests.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exactly the names of the record
const kinds = Object.keys(countLabels) as (keyof SimulatorCounts)[]

/** The progress of a run. Screen readers hear its start and end, not every day. */
function RunProgress({ run: { state, percent, words, happened } }: { run: SimulatorRun }) {
  const isRunning = state === 'running'
  return (
    <div className="grid gap-4">
      {isRunning ? (
        <div>
          <p className="mb-2 flex justify-between gap-4 text-sm font-semibold">
            <span>{words}</span>
            <span className="board text-xs">{percent}%</span>
          </p>
          <progress
            aria-label="The way of the clock"
            max={100}
            value={percent}
            className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-bench [&::-moz-progress-bar]:bg-turf [&::-webkit-progress-bar]:bg-bench [&::-webkit-progress-value]:bg-turf"
          />
        </div>
      ) : null}
      <output className={isRunning ? 'sr-only' : 'text-sm'}>
        {isRunning ? 'The clock is moving.' : words}
      </output>
      <dl aria-busy={isRunning} className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {kinds.map((kind) => (
          <div key={kind} className="rounded-control bg-bench p-3">
            <dt className="text-xs text-muted">{countLabels[kind]}</dt>
            <dd className="board mt-1 text-lg">{happened[kind]}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

export function ClockPanel({ rehearsal: { now, aheadMs, run } }: { rehearsal: Simulator }) {
  const advance = useAdvance()
  const isMoving = advance.isPending || run?.state === 'running'
  return (
    <Card aria-labelledby="clock-title" className="grid gap-6">
      <div>
        <h2 id="clock-title" className="text-xl">
          The clock
        </h2>
        <p className="mt-3 flex flex-wrap items-baseline gap-x-3">
          <span className="board text-2xl font-bold">{longDate(now)}</span>
          <span className="text-sm text-muted">{formatAhead(aheadMs)}</span>
        </p>
      </div>
      <fieldset disabled={isMoving}>
        <legend className="lettering mb-2 text-xs text-muted">Go forward</legend>
        <div className="flex flex-wrap gap-3">
          {leaps.map((leap) => (
            <Button
              key={leap}
              kind={leap === 'month' ? 'primary' : 'outline'}
              onClick={() =>
                advance.mutate(leap, {
                  onError: (error) =>
                    toast({
                      title: 'The clock was not moved',
                      description:
                        (error instanceof ApiError && error.serverMessage) || 'Please try again in a moment.',
                      kind: 'destructive',
                    }),
                })
              }
            >
              {leapText[leap]}
            </Button>
          ))}
        </div>
      </fieldset>
      {run ? <RunProgress run={run} /> : null}
    </Card>
  )
}
