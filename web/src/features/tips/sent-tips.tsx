import { Link } from '#router/link.tsx'
import type { Tip } from '@touchline/contract/tips.ts'
import { Heart } from 'lucide-react'
import { paths } from '#paths.ts'
import { fullNameOf } from '#people/names.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { PagedQuery } from '#ui/more-button.tsx'
import { TipCard } from './tip-card.tsx'
import { TipListFoot } from './tip-list-foot.tsx'

type Props = { tips: Tip[]; total: number; query: PagedQuery }

function Thanks({ tip, name }: { tip: Tip; name: string }) {
  if (tip.status !== 'completed') return null
  if (!tip.isAcknowledged) return <span className="text-muted">Awaiting Acknowledgment</span>
  return (
    <span className="flex items-center gap-1.5 font-semibold text-heart">
      <Heart size={16} fill="currentColor" aria-hidden /> Hearted by {name}
    </span>
  )
}

export function SentTips({ tips, total, query }: Props) {
  if (tips.length === 0)
    return (
      <EmptyState
        title="No tips sent yet"
        action={
          <Button asChild>
            <Link to={paths.home}>Explore Content</Link>
          </Button>
        }
      >
        Tips you send appear here, along with the hearts they receive.
      </EmptyState>
    )
  return (
    <>
      <ul className="grid grid-cols-1 gap-4">
        {tips.map((tip) => {
          const name = tip.toUser ? fullNameOf(tip.toUser, 'Creator') : 'Creator'
          return (
            <li key={tip.id}>
              <TipCard tip={tip} party={tip.toUser} nameless="Creator" name={`Tip to ${name}`}>
                <Thanks tip={tip} name={name} />
              </TipCard>
            </li>
          )
        })}
      </ul>
      <TipListFoot query={query}>{`Showing ${tips.length} of ${total} tips sent`}</TipListFoot>
    </>
  )
}
