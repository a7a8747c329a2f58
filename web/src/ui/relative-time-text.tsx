import { useState } from 'react'
import { localTime } from './dates.ts'
import { timeAgo } from './relative-time.ts'

type Props = { at: string; words?: (at: string) => string }

/** How long ago something was, with the full date on hover and for machines. `words` picks the wording. */
export function RelativeTime({ at, words = timeAgo }: Props) {
  // The first date costs a browser 15 ms and more, and on a phone nobody hovers: it is said when somebody does.
  const [isPointedAt, setPointedAt] = useState(false)
  return (
    <time
      dateTime={at}
      title={isPointedAt ? localTime(at) : undefined}
      onPointerEnter={() => setPointedAt(true)}
      className="board text-xs"
    >
      {words(at)}
    </time>
  )
}
