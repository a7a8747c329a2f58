import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { ownTimeZone } from '#ui/own-time-zone.ts'
import { clubNow } from '#ui/clock.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { fromLocalMinute, toLocalMinute } from '#ui/local-minute.ts'
import { toast } from '#ui/toast-store.ts'
import { earlyAccessProblem } from './early-access-problem.ts'
import { publishText } from './draft-text.ts'
import { useSchedule, useUnschedule } from './requests.ts'

const hourMs = 60 * 60 * 1000

type Props = {
  draftId: string
  publishAt: string | null
  opensAt: string | null
  isSending: boolean
  isSaved: () => Promise<boolean>
}

export function DraftSchedule({ draftId, publishAt, opensAt, isSending, isSaved }: Props) {
  const [input, setInput] = useState('')
  const [problem, setProblem] = useState<string>()
  const schedule = useSchedule(draftId)
  const unschedule = useUnschedule(draftId)
  const isExpired = useExpiredSession()
  const isBusy = schedule.isPending || unschedule.isPending

  const send = async () => {
    const at = fromLocalMinute(input)
    if (!at) return setProblem('Please choose a date and a time.')
    const early = earlyAccessProblem(opensAt, at)
    setProblem(early)
    if (early) return
    try {
      if (!(await isSaved())) return setProblem('The draft could not be saved yet. Please try again.')
      await schedule.mutateAsync(at)
      setInput('')
    } catch (error) {
      if (!isExpired(error)) setProblem(errorMessage(error, 'It could not be scheduled. Please try again.'))
    }
  }
  const cancelSchedule = () =>
    unschedule.mutateAsync().catch((error: unknown) => {
      if (isExpired(error)) return
      const description = errorMessage(error, 'It is still scheduled. Please try again.')
      toast({ title: 'Not unscheduled', description, kind: 'destructive' })
    })

  return (
    <div className="grid grid-cols-1 gap-3">
      <h2 className="text-sm font-semibold">Schedule</h2>
      {publishAt ? (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-bench p-3">
          <p className="text-sm font-semibold">{publishText(publishAt)}</p>
          <Button kind="quiet" disabled={isBusy} onClick={() => void cancelSchedule()}>
            Unschedule
          </Button>
        </div>
      ) : null}
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-52 flex-1">
          <Field
            label={publishAt ? 'Goes out at another time' : 'Goes out automatically at'}
            description={`Your time: ${ownTimeZone()}`}
            error={problem}
          >
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                min={toLocalMinute(clubNow())}
                max={toLocalMinute(clubNow() + 5 * 365 * 24 * hourMs)}
                value={input}
                onChange={(event) => setInput(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Button
          kind="outline"
          className="sm:mt-[1.625rem]"
          disabled={input === '' || isBusy || isSending}
          onClick={() => void send()}
        >
          {schedule.isPending ? 'Scheduling...' : 'Schedule'}
        </Button>
      </div>
    </div>
  )
}
