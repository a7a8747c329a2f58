import { useEffect, useState } from 'react'
import { Select } from '#ui/select.tsx'
import { type Chapter, chapterAt } from './chapters.ts'

const minuteMs = 60_000
const choices = [5, 15, 30, 45, 60]

/** Ends at `endsAt` by the clock, or when another chapter than `chapter` plays. */
type Timer = { choice: string; endsAt: number } | { choice: 'chapter'; chapter: number }

/** Pauses a recording after some minutes, or at the end of the chapter. */
export function SleepTimer({ element, chapters }: { element: HTMLMediaElement | null; chapters: Chapter[] }) {
  const [timer, setTimer] = useState<Timer | null>(null)
  const [minutesLeft, setMinutesLeft] = useState(0)
  const timerOf = (choice: string): Timer | null => {
    if (choice === '') return null
    if (choice !== 'chapter') return { choice, endsAt: Date.now() + Number(choice) * minuteMs }
    return { choice, chapter: (element && chapterAt(chapters, element.currentTime)?.at) ?? 0 }
  }
  useEffect(() => {
    if (!element || !timer) return undefined
    const leaving = new AbortController()
    const isOver = () =>
      'endsAt' in timer
        ? Date.now() >= timer.endsAt
        : (chapterAt(chapters, element.currentTime)?.at ?? 0) > timer.chapter
    const follow = () => {
      if ('endsAt' in timer) setMinutesLeft(Math.ceil((timer.endsAt - Date.now()) / minuteMs))
      if (!isOver()) return
      element.pause()
      setTimer(null)
    }
    // A timer that ran out during a pause must not stop the next play.
    const begin = () => {
      if (!isOver()) return
      leaving.abort()
      setTimer(null)
    }
    // After a jump the end of the chapter counts that plays then.
    const move = () => {
      if ('chapter' in timer) setTimer(timerOf('chapter'))
    }
    const { signal } = leaving
    element.addEventListener('timeupdate', follow, { signal })
    element.addEventListener('play', begin, { signal })
    element.addEventListener('seeking', move, { signal })
    return () => leaving.abort()
  })

  const choice = timer?.choice ?? ''
  return (
    <Select
      aria-label="Sleep timer"
      value={choice}
      onChange={({ target: { value } }) => {
        setMinutesLeft(Number(value))
        setTimer(timerOf(value))
      }}
    >
      <option value="">No sleep timer</option>
      {choices.map((minutes) => (
        <option key={minutes} value={minutes}>
          Stop in {choice === String(minutes) ? minutesLeft : minutes} min
        </option>
      ))}
      {chapters.length > 0 ? <option value="chapter">Stop after this chapter</option> : null}
    </Select>
  )
}
