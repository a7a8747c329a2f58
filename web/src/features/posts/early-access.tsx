import { clubNow } from '#ui/clock.ts'
import { localDay } from '#ui/dates.ts'

export function EarlyAccess({ opensAt }: { opensAt: string }) {
  const isOpen = Date.parse(opensAt) <= clubNow()
  return (
    <span className="text-sm">
      {' · '}
      {isOpen ? 'Open to everybody signed in' : `Early access: opens to everybody on ${localDay(opensAt)}`}
    </span>
  )
}
