import { localTime } from './dates.ts'
import { timeAgo } from './relative-time.ts'

type Props = { at: string; words?: (at: string) => string }

/** How long ago something was, with the full date on hover and for machines. `words` picks the wording. */
export function RelativeTime({ at, words = timeAgo }: Props) {
  return (
    <time dateTime={at} title={localTime(at)} className="board text-xs">
      {words(at)}
    </time>
  )
}
