import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { useLocation } from '#router/router-provider.tsx'
import { type HistoryEntry, isUnderWay } from '@touchline/contract/library.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { paths } from '#paths.ts'
import { lineName } from '#people/line-name.ts'
import { LinePicture } from '#people/post-line.tsx'
import { savePercent } from '#player/saved-positions.ts'
import { sendPositions } from '#player/send-positions.ts'
import { timeText } from '#player/time-text.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { DialogButton, lazyDialog } from '#ui/dialog-button.tsx'
import { anchorOf } from '../feed-mark.ts'
import { followReading, scrollToPercent } from './follow-reading.ts'
import { historyQuery, useLiveHistory } from './history-requests.ts'

/** The part of an address that scrolls a text to where it was left. */
const continueHash = 'continue'

export const continueText = ({ seconds, percent }: HistoryEntry) =>
  percent > 0 ? `Continue at ${percent}%` : `Continue at ${timeText(seconds)}`

type Props = { entries: HistoryEntry[]; note: (entry: HistoryEntry) => ReactNode; className?: string }

/** Posts that were played or read, each a link to where the viewer stopped. */
export function HistoryLines({ entries, note, className = '' }: Props) {
  return (
    <ul className={`grid grid-cols-1 gap-2 ${className}`}>
      {entries.map((entry) => (
        <li key={entry.id} className="min-w-0">
          <Link
            to={paths.post}
            params={{ postId: entry.id }}
            hash={entry.percent > 0 ? continueHash : undefined}
            className="surface flex h-16 items-center gap-3 p-3 transition-colors duration-150 hover:bg-bench"
          >
            <LinePicture post={entry} />
            <span className="min-w-0">
              <span dir="auto" className="line-clamp-1 font-semibold break-words">
                {lineName(entry)}
              </span>
              <span className="block text-sm text-muted">{note(entry)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const library = lazyDialog(async () => (await import('./library-dialog.tsx')).LibraryDialog)

function titleFor(entries: HistoryEntry[]): string {
  const isRead = entries.some(({ percent }) => percent > 0)
  const isWatched = entries.some(({ seconds }) => seconds > 0)
  return `Continue ${isWatched ? 'watching' : ''}${isRead && isWatched ? ' and ' : ''}${isRead ? 'reading' : ''}`
}

type UnderWayProps = {
  className?: string
  max?: number
  /** Reserved while it loads. */
  height?: number
}

/** What the viewer began, on whichever device, and did not finish. */
export function UnderWay({ className = 'mt-9', max = 3, height }: UnderWayProps) {
  useLiveHistory()
  const { data, isLoading } = useQuery(historyQuery(useSignedInViewer().id))
  if (isLoading && height) return <div style={{ height }} />
  const entries = data?.entries.filter(isUnderWay).slice(0, max) ?? []
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="under-way" className={className} style={{ height }}>
      <div className="mb-2 flex min-h-11 items-center justify-between gap-4">
        <h2 id="under-way" className="text-xl">
          {titleFor(entries)}
        </h2>
        <DialogButton kind="link" className="min-h-11!" dialog={library}>
          Library
        </DialogButton>
      </div>
      <HistoryLines entries={entries} note={continueText} />
    </section>
  )
}

const textOf = (postId: string) => document.getElementById(anchorOf(postId))?.querySelector('.measure')

type Played = Pick<Post, 'id' | 'mediaType' | 'gallery'>

const isPlayed = ({ mediaType, gallery }: Played) =>
  [mediaType, ...(gallery?.parts ?? []).map((part) => part.mediaType)].some(
    (type) => type === 'video' || type === 'audio',
  )

/** Saves how far a long text was read, and scrolls to that place when the viewer chose to continue. */
export function ReadingPlace({ post }: { post: Played }) {
  // A post has one saved place, and a film or recording needs it more than its text.
  return isPlayed(post) ? null : <TextPlace postId={post.id} />
}

function TextPlace({ postId }: { postId: string }) {
  const { id: personId } = useSignedInViewer()
  const isContinued = useLocation().hash === continueHash
  const { data } = useQuery({ ...historyQuery(personId), enabled: isContinued, refetchOnMount: true })
  const percent = data?.entries.find(({ id }) => id === postId)?.percent ?? 0
  const hasArrived = useRef(false)
  useEffect(() => {
    const text = textOf(postId)
    if (!text || !isContinued || percent === 0 || hasArrived.current) return
    hasArrived.current = true
    scrollToPercent(text, percent)
  }, [postId, isContinued, percent])
  useEffect(() => {
    const text = textOf(postId)
    if (!text) return undefined
    return followReading(text, {
      save: (read) => savePercent({ personId, postId }, read),
      send: () => void sendPositions(personId),
    })
  }, [postId, personId])
  return null
}
