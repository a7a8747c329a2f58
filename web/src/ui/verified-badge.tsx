import { BadgeCheck } from 'lucide-react'
import { Badge } from './badge.tsx'

/** Stands beside the name of the creator the club is about. */
export function VerifiedBadge() {
  return (
    <Badge look="caution">
      <BadgeCheck size={13} aria-hidden /> Verified
    </Badge>
  )
}
