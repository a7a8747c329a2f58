import { clubNow } from '#ui/clock.ts'
import { localDay } from '#ui/dates.ts'

/** For whom a post is: from a day on for everybody signed in, before that for members first. */
export function EarlyAccess({ opensAt }: { opensAt: string }) {
  const isOpen = Date.parse(opensAt) <= clubNow()
  return (
    <span className="text-sm">
      {' · '}
      {isOpen ? 'Open to everybody signed in' : `Early access: opens to everybody on ${localDay(opensAt)}`}
    </span>
  )
}
