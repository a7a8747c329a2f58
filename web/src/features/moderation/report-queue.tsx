import { useInfiniteQuery } from '@tanstack/react-query'
import { caseStates, type CaseState } from '@touchline/contract/moderation.ts'
import { useRef, useState } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { Select } from '#ui/select.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useFollowingFocus } from '#ui/use-following-focus.ts'
import { CaseCard } from './case-card.tsx'
import { DecideAppeal } from './decide-appeal.tsx'
import { DecideButtons } from './decide-buttons.tsx'
import { caseList } from './requests.ts'

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
  const heading = useRef<HTMLHeadingElement>(null)
  const follow = useFollowingFocus(cases?.map(({ id }) => id).join(' '), () => heading.current)
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
      <div className="mt-5 grid gap-4">
        {cases ? (
          cases.length === 0 ? (
            <EmptyState title="All quiet">{nothing[state]}</EmptyState>
          ) : (
            cases.map((found) => (
              <CaseCard key={found.id} case={found}>
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
