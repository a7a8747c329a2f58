import type { Tip } from '@touchline/contract/tips.ts'
import { clsx } from 'clsx'
import { fullNameOf } from '#people/names.ts'
import { ReportButton } from '#reporting/report-button.tsx'
import { useSignedInViewer } from '#session/viewer.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { PagedQuery } from '#ui/more-button.tsx'
import { TipCard, partyNameId } from './tip-card.tsx'
import { TipListFoot } from './tip-list-foot.tsx'
import { Heart } from 'lucide-react'
import { useExpiredSession } from '#session/expired-session.ts'
import { toast } from '#ui/toast-store.ts'
import { useAcknowledge } from './requests.ts'

/** Button that acknowledges a tip; this cannot be undone. */
function HeartTip({ tip }: { tip: Tip }) {
  const acknowledge = useAcknowledge()
  const isExpired = useExpiredSession()
  if (tip.isAcknowledged)
    return (
      <span className="flex min-h-11 items-center gap-1.5 font-semibold text-heart">
        <Heart size={16} fill="currentColor" aria-hidden /> Hearted
      </span>
    )
  const heart = async () => {
    try {
      await acknowledge.mutateAsync(tip.id)
      const description = 'Your fan will see that you appreciated their support'
      toast({ title: 'Tip Acknowledged! 💜', description, kind: 'success' })
    } catch (error) {
      if (isExpired(error)) return
      const description = 'Failed to acknowledge tip. Please try again.'
      toast({ title: 'Error', description, kind: 'destructive' })
    }
  }
  return (
    <Button
      kind="outline"
      id={`heart-${tip.id}`}
      aria-labelledby={`heart-${tip.id} ${partyNameId(tip)}`}
      disabled={acknowledge.isPending}
      onClick={() => void heart()}
    >
      <Heart size={16} aria-hidden /> {acknowledge.isPending ? 'Acknowledging...' : 'Heart'}
    </Button>
  )
}

type Props = {
  tips: Tip[]
  /** The tips belong to the previous search; the current one is pending. */
  isOfLastSearch: boolean
  total: number
  search: string
  /** How many of the newest tips were searched, when there are older ones. */
  searchedNewest?: number | undefined
  query: PagedQuery
  onClear: () => void
}

const nameOf = ({ fromUser }: Tip) => (fromUser ? fullNameOf(fromUser, 'Anonymous') : 'Anonymous')

const searchOlder = 'Search for three letters or more to find older ones.'

export function ReceivedTips({ tips, isOfLastSearch, total, search, query, onClear, ...props }: Props) {
  const newest = props.searchedNewest?.toLocaleString('en-US')
  const { role } = useSignedInViewer()
  if (tips.length === 0)
    return search ? (
      <EmptyState title="No tips found" action={<Button onClick={onClear}>Clear Search</Button>}>
        {newest
          ? `None of the newest ${newest} tips says “${search}”. ${searchOlder}`
          : `No tip says “${search}”.`}
      </EmptyState>
    ) : (
      <EmptyState title="No tips yet">Tips you receive appear here with their messages.</EmptyState>
    )
  return (
    <>
      <ul
        aria-busy={isOfLastSearch}
        className={clsx('grid grid-cols-1 gap-4', isOfLastSearch && 'opacity-60')}
      >
        {tips.map((tip) => (
          <li key={tip.id}>
            <TipCard
              tip={tip}
              party={tip.fromUser}
              nameless="Anonymous"
              name={nameOf(tip)}
              badges={tip.isAcknowledged ? <Badge look="heart">Acknowledged</Badge> : null}
            >
              {role === 'creator' && tip.message ? (
                <ReportButton
                  about={{ kind: 'tip', subjectId: tip.id, name: `the message from ${nameOf(tip)}` }}
                />
              ) : null}
              {role === 'creator' && tip.status === 'completed' ? <HeartTip tip={tip} /> : null}
            </TipCard>
          </li>
        ))}
      </ul>
      {isOfLastSearch ? null : (
        <TipListFoot query={query}>
          {`Showing ${tips.length} of ${total} tips${search ? ` matching “${search}”` : ''}${newest ? ` among the newest ${newest}. ${searchOlder}` : ''}`}
        </TipListFoot>
      )}
    </>
  )
}
