import type { Happened, RehearsalRun } from '@touchline/contract/simulator.ts'
import { happenedWords } from './rehearsal-words.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exactly the names of the record
const kinds = Object.keys(happenedWords) as (keyof Happened)[]

/** How far a run is and what has come of it so far. Its beginning and end are read aloud, not every day. */
export function RunProgress({ run: { state, percent, words, happened } }: { run: RehearsalRun }) {
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
            <dt className="text-xs text-muted">{happenedWords[kind]}</dt>
            <dd className="board mt-1 text-lg">{happened[kind]}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
