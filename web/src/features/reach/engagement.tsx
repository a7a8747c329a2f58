import { clsx } from 'clsx'
import { engagementLook } from './reach-words.ts'

/** Engagement with its colour, and in a word for who does not see colours. */
export function Engagement({ value }: { value: number | null }) {
  const look = engagementLook(value)
  if (!look) return <span className="text-muted">No views yet</span>
  return (
    <span className={clsx('whitespace-nowrap', look.colour)}>
      <span className="board">{look.shown}</span> <span className="text-xs font-semibold">{look.word}</span>
    </span>
  )
}
