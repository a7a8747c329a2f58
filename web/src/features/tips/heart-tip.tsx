import type { Tip } from '@touchline/contract/tips.ts'
import { Heart } from 'lucide-react'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { useAcknowledge } from './requests.ts'
import { partyNameId } from './tip-card.tsx'

/** The creator's thanks for a tip, once and for all. */
export function HeartTip({ tip }: { tip: Tip }) {
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
      aria-describedby={partyNameId(tip)}
      disabled={acknowledge.isPending}
      onClick={() => void heart()}
    >
      <Heart size={16} aria-hidden /> {acknowledge.isPending ? 'Acknowledging...' : 'Heart'}
    </Button>
  )
}
