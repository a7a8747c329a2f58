import { BadgeCheck } from 'lucide-react'

export function VerifiedBadge() {
  return (
    <span title="Verified" className="inline-flex shrink-0 self-center">
      <BadgeCheck size={18} aria-hidden className="fill-turf text-stand" />
      <span className="sr-only">Verified</span>
    </span>
  )
}
