import { clsx } from 'clsx'
import type { ReactNode } from 'react'

const looks = {
  line: 'border border-line text-muted',
  turf: 'bg-turf text-on-turf',
  caution: 'bg-caution-fill text-on-caution',
  dismissal: 'bg-dismissal text-on-dismissal',
  review: 'bg-review text-pitch',
  heart: 'bg-heart text-pitch',
  platinum: 'bg-(image:--platinum) text-(--on-platinum)',
}

export type BadgeLook = keyof typeof looks

export function Badge({ look = 'line', children }: { look?: BadgeLook; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'lettering inline-flex items-center gap-1 rounded-[4px] px-2 py-0.5 text-xs',
        looks[look],
      )}
    >
      {children}
    </span>
  )
}
