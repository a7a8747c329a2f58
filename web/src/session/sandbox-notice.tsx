import { useSite } from './site.ts'

/** On pages with payments: says so when no real money moves. Renders nothing with real payments. */
export function SandboxNotice() {
  const { features } = useSite()
  if (!features.sandbox) return null
  return (
    <aside
      aria-label="Rehearsal"
      className="flex items-center justify-center gap-2 bg-caution-fill px-4 py-1.5 text-center text-xs font-semibold text-on-caution"
    >
      Payments are a rehearsal: no real money moves.
    </aside>
  )
}
