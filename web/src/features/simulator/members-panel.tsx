import type { Rehearsal } from '@touchline/contract/simulator.ts'
import { Card } from '#ui/card.tsx'
import { stateWords } from './rehearsal-words.ts'

/** How many members stand where. */
export function MembersPanel({ members }: Pick<Rehearsal, 'members'>) {
  return (
    <Card aria-labelledby="members-title">
      <h2 id="members-title" className="text-xl">
        Members
      </h2>
      {members.length === 0 ? <p className="mt-3 text-sm text-muted">Nobody has joined yet.</p> : null}
      <dl className="mt-3 divide-y divide-line">
        {members.map(({ state, count }) => (
          <div key={state} className="flex justify-between gap-4 py-2 text-sm">
            <dt>{stateWords[state]}</dt>
            <dd className="board">{count}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
