import { Info } from 'lucide-react'
import type { ReactNode } from 'react'

/** An expandable definition; its button is in the upper right corner of the nearest `relative` parent. */
export function Definition({ of, children }: { of: string; children: ReactNode }) {
  return (
    <details className="text-sm text-muted">
      <summary
        aria-label={`What “${of}” means`}
        className="absolute top-1 right-1 grid size-11 list-none place-items-center rounded-control hover:bg-bench hover:text-chalk print:hidden [&::-webkit-details-marker]:hidden"
      >
        <Info size={16} aria-hidden />
      </summary>
      <p className="measure mt-2">{children}</p>
    </details>
  )
}
