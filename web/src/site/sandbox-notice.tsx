import { clubNow, useAheadMs } from '#ui/clock.ts'
import { longDate } from '#ui/dates.ts'
import { useSite } from './site.ts'

/** Says that payments are simulated, above every page and in payment dialogs, which cover it. */
export function SandboxNotice() {
  const { features } = useSite()
  const aheadMs = useAheadMs()
  if (!features.sandbox) return null
  return (
    <aside
      aria-label="Rehearsal"
      className="bg-caution-fill px-2 py-1.5 text-center text-xs font-medium text-balance text-on-caution"
    >
      Payments are a rehearsal: no real money moves.
      {aheadMs > 0 ? ` It is ${longDate(clubNow())} here.` : null}
    </aside>
  )
}
