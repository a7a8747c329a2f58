import { leaps, type Rehearsal } from '@touchline/contract/simulator.ts'
import { ApiError } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { longDate } from '#ui/dates.ts'
import { toast } from '#ui/toast-store.ts'
import { aheadOf, leapWords } from './rehearsal-words.ts'
import { useAdvance } from './requests.ts'
import { RunProgress } from './run-progress.tsx'

/** Which day it is in the club, the buttons that move it, and the run that is under way or was the last. */
export function ClockPanel({ rehearsal: { now, aheadMs, run } }: { rehearsal: Rehearsal }) {
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
          <span className="text-sm text-muted">{aheadOf(aheadMs)}</span>
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
              {leapWords[leap]}
            </Button>
          ))}
        </div>
      </fieldset>
      {run ? <RunProgress run={run} /> : null}
    </Card>
  )
}
