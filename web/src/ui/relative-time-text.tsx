import { localTime } from './dates.ts'
import { timeAgo } from './relative-time.ts'

// The first date costs a browser more than 10 ms: said in a moment of its own, it does not hold up what is drawn.
setTimeout(() => localTime(0), 0)

type Props = { at: string; words?: (at: string) => string }

/** How long ago something was, with the full date on hover and for machines. `words` picks the wording. */
export function RelativeTime({ at, words = timeAgo }: Props) {
  return (
    <time dateTime={at} title={localTime(at)} className="board text-xs">
      {words(at)}
    </time>
  )
}
