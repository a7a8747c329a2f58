import { timeAgo } from './relative-time.ts'

type Props = { at: string; words?: (at: string) => string }

/** How long ago something was, with the full date on hover and for machines. `words` picks the wording. */
export function RelativeTime({ at, words = timeAgo }: Props) {
  const full = new Date(at).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <time dateTime={at} title={full} className="board text-xs">
      {words(at)}
    </time>
  )
}
