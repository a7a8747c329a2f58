import * as api from '@touchline/contract/moderation.ts'
import {
  type CaseResults,
  maxCasesAtOnce,
  type ModerationCase,
  type Rule,
} from '@touchline/contract/moderation.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { clubNow } from '#ui/clock.ts'
import { toast } from '#ui/toast-store.ts'
import { useModeration } from './requests.ts'
import { caseLabel } from './texts.ts'

const RulingDialog = lazy(async () => ({ default: (await import('./ruling-dialog.tsx')).RulingDialog }))

type Ruling = { measure: 'dismiss' } | { measure: 'remove'; rule: Rule; words: string }
type Failed = { label: string; problem: string }
/** What the last decision or undo did. `undo` holds the decided cases until `until`. */
type Outcome = { text: string; failed: Failed[]; undo: { ids: string[]; until: string } | null }

const counted = (count: number) => `${count} ${count === 1 ? 'report' : 'reports'}`

const split = (results: CaseResults, labelOf: (id: string) => string) => ({
  done: results.flatMap(({ id, problem }) => (problem === null ? [id] : [])),
  failed: results.flatMap(({ id, problem }) => (problem === null ? [] : [{ label: labelOf(id), problem }])),
})

type Props = {
  cases: ModerationCase[]
  chosen: ReadonlySet<string>
  onChoose: (ids: string[]) => void
  /** Called before decided cases leave the list. */
  onDecide: () => void
}

/** Decides the chosen cases together, says what failed, and offers to undo it for a short time. */
export function BulkDecisions({ cases, chosen, onChoose, onDecide }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const isExpired = useExpiredSession()
  const shown = cases.filter(({ id }) => chosen.has(id))
  const decide = useModeration((ruling: Ruling) =>
    call(api.decideMany, { body: { ids: shown.map(({ id }) => id), ruling } }),
  )
  const undo = useModeration((ids: string[]) => call(api.undoDecisions, { body: { ids } }))
  const labels = new Map(shown.map((found) => [found.id, caseLabel(found)]))
  const fail = (error: unknown) => {
    if (isExpired(error)) return
    const description = errorMessage(error, 'The decision could not be saved. Please try again.')
    toast({ title: 'Error', description, kind: 'destructive' })
  }
  const send = async (ruling: Ruling) => {
    onDecide()
    try {
      const { results, undoUntil } = await decide.mutateAsync(ruling)
      const { done, failed } = split(results, (id) => labels.get(id) ?? 'A report')
      setOutcome({
        text: `${counted(done.length)} ${ruling.measure === 'dismiss' ? 'dismissed' : 'removed'}.`,
        failed,
        undo: done.length > 0 ? { ids: done, until: undoUntil } : null,
      })
      onChoose([])
      setAsking(false)
    } catch (error) {
      fail(error)
    }
  }
  const takeBack = async (ids: string[]) => {
    try {
      const { done, failed } = split((await undo.mutateAsync(ids)).results, () => 'A report')
      setOutcome({ text: `${counted(done.length)} reopened.`, failed, undo: null })
    } catch (error) {
      fail(error)
    }
  }
  const until = outcome?.undo?.until
  useEffect(() => {
    if (!until) return undefined
    const withoutUndo = (now: Outcome | null) => now && { ...now, undo: null }
    const timer = setTimeout(() => setOutcome(withoutUndo), Date.parse(until) - clubNow())
    return () => clearTimeout(timer)
  }, [until])
  const isBusy = decide.isPending || undo.isPending
  const isAll = cases.length > 0 && shown.length === Math.min(cases.length, maxCasesAtOnce)
  return (
    <div className="mt-5 grid gap-3">
      {cases.length > 0 ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Checkbox
            label="Select all shown"
            checked={isAll}
            onChange={(isOn) => onChoose(isOn ? cases.slice(0, maxCasesAtOnce).map(({ id }) => id) : [])}
          />
          {shown.length > 0 ? (
            <>
              <p className="text-sm text-muted">{counted(shown.length)} selected</p>
              <Button kind="outline" disabled={isBusy} onClick={() => void send({ measure: 'dismiss' })}>
                Dismiss Selected
              </Button>
              <Button kind="danger" disabled={isBusy} aria-haspopup="dialog" onClick={() => setAsking(true)}>
                Remove Selected
              </Button>
            </>
          ) : null}
        </div>
      ) : null}
      <output className="block empty:hidden">
        {outcome ? (
          <div className="surface grid justify-items-start gap-2 p-4 text-sm">
            <p className="font-semibold">{outcome.text}</p>
            {outcome.failed.map(({ label, problem }) => (
              <p key={label + problem} className="wrap-anywhere">
                <bdi>{label}</bdi>: {problem}
              </p>
            ))}
            {outcome.undo ? (
              <>
                <p className="text-muted">Everyone concerned is notified in two minutes.</p>
                <Button
                  kind="outline"
                  disabled={isBusy}
                  onClick={() => void takeBack(outcome.undo?.ids ?? [])}
                >
                  Undo
                </Button>
              </>
            ) : null}
          </div>
        ) : null}
      </output>
      {isAsking ? (
        <Suspense fallback={null}>
          <RulingDialog
            title={`Remove ${counted(shown.length)}`}
            description="No one sees them any more. Their authors are notified by email and may appeal for 14 days."
            label="Remove"
            suggested={shown[0]?.reports[0]?.rule}
            isPending={decide.isPending}
            onClose={() => setAsking(false)}
            onDecide={(ruling) => void send({ measure: 'remove', ...ruling })}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
