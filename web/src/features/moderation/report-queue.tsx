import { useInfiniteQuery } from '@tanstack/react-query'
import { caseStates, type CaseState } from '@touchline/contract/moderation.ts'
import { useRef, useState } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { Select } from '#ui/select.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useFollowingFocus } from '#ui/use-following-focus.ts'
import { BulkDecisions } from './bulk-decisions.tsx'
import { CaseCard } from './case-card.tsx'
import { DecideAppeal } from './decide-appeal.tsx'
import { DecideButtons } from './decide-buttons.tsx'
import { caseList } from './requests.ts'
import { caseLabel } from './texts.ts'

const stateNames: Record<CaseState, string> = { open: 'Open', appealed: 'Appealed', decided: 'Decided' }
const nothing: Record<CaseState, string> = {
  open: 'No reports are waiting for a decision.',
  appealed: 'No appeal is waiting for an answer.',
  decided: 'Nothing has been decided yet.',
}

export function ReportQueue() {
  const [state, setState] = useState<CaseState>('open')
  const query = useInfiniteQuery(caseList(state))
  const waiting = query.data?.pages.at(-1)?.waiting
  const cases = query.data?.pages.flatMap((page) => page.cases)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const lastClicked = useRef<string>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const follow = useFollowingFocus(cases?.map(({ id }) => id).join(' '), () => heading.current)
  /** Shift extends the selection from the last box clicked. */
  const select = (id: string, isOn: boolean, isRange: boolean) => {
    const ids = cases?.map((found) => found.id) ?? []
    const places = [id, isRange ? (lastClicked.current ?? id) : id].map((one) =>
      Math.max(ids.indexOf(one), 0),
    )
    const range = ids.slice(Math.min(...places), Math.max(...places) + 1)
    lastClicked.current = id
    setChosen((now) => {
      const next = new Set(now)
      for (const one of range)
        if (isOn) next.add(one)
        else next.delete(one)
      return next
    })
  }
  const nameOf = (one: CaseState) =>
    waiting && one !== 'decided' ? `${stateNames[one]} (${waiting[one]})` : stateNames[one]
  return (
    <section aria-labelledby="reports-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="reports-title" ref={heading} tabIndex={-1} className="text-2xl">
          Reports
        </h2>
        <div className="w-44">
          <Select
            aria-label="Which reports"
            value={state}
            onChange={({ target }) => setState(caseStates.find((one) => one === target.value) ?? 'open')}
          >
            {caseStates.map((one) => (
              <option key={one} value={one}>
                {nameOf(one)}
              </option>
            ))}
          </Select>
        </div>
      </div>
      {state === 'open' && cases ? (
        <BulkDecisions
          cases={cases}
          chosen={chosen}
          onChoose={(ids) => setChosen(new Set(ids))}
          onDecide={follow}
        />
      ) : null}
      <div className="mt-5 grid gap-4">
        {cases ? (
          cases.length === 0 ? (
            <EmptyState title="All quiet">{nothing[state]}</EmptyState>
          ) : (
            cases.map((found) => (
              <CaseCard
                key={found.id}
                case={found}
                select={
                  state === 'open' ? (
                    <input
                      type="checkbox"
                      className="tick"
                      aria-label={`Select: ${caseLabel(found)}`}
                      checked={chosen.has(found.id)}
                      onChange={({ target, nativeEvent }) =>
                        select(
                          found.id,
                          target.checked,
                          nativeEvent instanceof MouseEvent && nativeEvent.shiftKey,
                        )
                      }
                    />
                  ) : null
                }
              >
                {state === 'open' ? <DecideButtons case={found} onDismiss={follow} /> : null}
                {state === 'appealed' ? <DecideAppeal case={found} /> : null}
              </CaseCard>
            ))
          )
        ) : query.isError ? (
          <NotLoaded onRetry={query.refetch}>The reports could not be loaded.</NotLoaded>
        ) : (
          <Skeleton className="h-60" />
        )}
        <MoreButton query={query} className="justify-self-center">
          More Reports
        </MoreButton>
      </div>
    </section>
  )
}
