import type { GroupTotal, Line } from '@touchline/contract/payouts.ts'
import { AmountRow } from './figures.tsx'
import { GroupLines } from './group-lines.tsx'
import { heldText } from './payout-text.ts'

type Props = {
  statementId: string
  groups: GroupTotal[]
  openingCents: number
  closingCents: number
  heldCents: number
  payableCents: number
  payableLabel?: string
  /** All lines, for printing. */
  printed?: Line[] | null
}

/** From the opening balance over the line groups to the closing and payable balance. */
export function BalanceSheet({ statementId, groups, payableLabel = 'Payable', printed, ...balance }: Props) {
  return (
    <div className="grid divide-y divide-line">
      <dl>
        <AmountRow label="Opening balance" cents={balance.openingCents} isSum />
      </dl>
      {groups.length === 0 ? <p className="py-3 text-muted">Nothing moved.</p> : null}
      {groups.map((total) => (
        <GroupLines
          key={total.group}
          statementId={statementId}
          total={total}
          printed={printed?.filter(({ group }) => group === total.group)}
        />
      ))}
      <dl className="divide-y divide-line">
        <AmountRow label="Closing balance" cents={balance.closingCents} isSum />
        <AmountRow label="Held" cents={balance.heldCents} note={`${heldText}.`} />
        <AmountRow
          label={payableLabel}
          cents={balance.payableCents}
          isSum
          note="The closing balance less the held amount and payouts since then; never below zero."
        />
      </dl>
    </div>
  )
}
