import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { siteQuery } from '#site/site.ts'
import { clubNow } from '#ui/clock.ts'
import { localTime } from '#ui/dates.ts'

const secondMs = 1000

/** Splits a duration: `2 days, 03:12:44`. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / secondMs))
  const days = Math.floor(seconds / 86_400)
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  return days === 0 ? clock : `${days} ${days === 1 ? 'day' : 'days'}, ${clock}`
}

/** Counts down to the opening, then asks the server whether the gate is open. */
export function Opening({ opensAt }: { opensAt: string }) {
  const client = useQueryClient()
  const [left, setLeft] = useState(() => Date.parse(opensAt) - clubNow())
  useEffect(() => {
    const timer = setInterval(() => {
      const next = Date.parse(opensAt) - clubNow()
      setLeft(next)
      // Every few seconds: this device's clock may be ahead of the server's.
      if (next <= 0 && Math.round(-next / secondMs) % 5 === 0)
        void client.invalidateQueries({ queryKey: siteQuery.queryKey })
    }, secondMs)
    return () => clearInterval(timer)
  }, [client, opensAt])
  return (
    <p className="text-muted">
      Opens on {localTime(opensAt)}
      <span
        role="timer"
        aria-label="Time until the gates open"
        className="board mt-1 block text-3xl text-chalk"
      >
        {countdownText(left)}
      </span>
    </p>
  )
}
