import { clubNow, useAheadMs } from '#ui/clock.ts'
import { longDate } from '#ui/dates.ts'
import { useSite } from './site.ts'

/**
 * Says so when no real money moves, and which day it is while the club's clock is ahead. Above every page; a dialog
 * about a payment, which covers the page, has its own. Renders nothing with real payments.
 */
export function SandboxNotice() {
  const { features } = useSite()
  const aheadMs = useAheadMs()
  if (!features.sandbox) return null
  return (
    <aside
      aria-label="Rehearsal"
      className="bg-caution-fill px-4 py-1.5 text-center text-xs font-semibold text-balance text-on-caution"
    >
      Payments are a rehearsal: no real money moves.
      {aheadMs > 0 ? ` It is ${longDate(clubNow())} here.` : null}
    </aside>
  )
}
