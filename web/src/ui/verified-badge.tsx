import { BadgeCheck } from 'lucide-react'
import { Badge } from './badge.tsx'

/** The badge next to the main creator's name. */
export function VerifiedBadge() {
  return (
    <Badge look="caution">
      <BadgeCheck size={13} aria-hidden /> Verified
    </Badge>
  )
}
