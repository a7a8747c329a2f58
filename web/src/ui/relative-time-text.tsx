import { useState } from 'react'
import { localTime } from './dates.ts'
import { timeAgo } from './relative-time.ts'

type Props = { at: string; words?: (at: string) => string }

/** A relative time with the full date on hover. `words` formats it. */
export function RelativeTime({ at, words = timeAgo }: Props) {
  // Format the full date only on hover, because the first date costs 15 ms.
  const [isPointedAt, setPointedAt] = useState(false)
  return (
    <time
      dateTime={at}
      title={isPointedAt ? localTime(at) : undefined}
      onPointerEnter={() => setPointedAt(true)}
      className="board text-xs"
      // It may be an hour later than in the server's HTML.
      suppressHydrationWarning
    >
      {words(at)}
    </time>
  )
}
