import { useEffect, useState } from 'react'
import { clubNow } from '#ui/clock.ts'
import { dateAndTime } from '#ui/dates.ts'
import { countedText } from './texts.ts'

const tickMs = 5000

export function CountedAt({ at }: { at: string }) {
  const [now, setNow] = useState(clubNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(clubNow()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <p className="text-sm text-muted print:hidden" title={dateAndTime(at)}>
        {countedText(at, now)}
      </p>
      <p className="hidden text-sm text-muted print:block">As of {dateAndTime(at)}</p>
    </>
  )
}
