import type { PostReach } from '@touchline/contract/reach.ts'
import { clsx } from 'clsx'
import { engagementLook } from './reach-words.ts'

/** Engagement with its colour, and in a word for who does not see colours. */
export function Engagement({ post: { engagement, views } }: { post: PostReach }) {
  const look = engagementLook(engagement)
  if (!look)
    return <span className="text-muted">{views === 0 ? 'No views yet' : 'Not counted all the time'}</span>
  return (
    <span className={clsx('whitespace-nowrap', look.colour)}>
      <span className="board">{look.shown}</span> <span className="text-xs font-semibold">{look.word}</span>
    </span>
  )
}
