import type { ReactNode } from 'react'
import type { Controls } from './control.ts'
import { spokenTime } from './time-text.ts'
import type { Playback } from './use-playback.ts'

type Props = {
  playback: Pick<Playback, 'time' | 'duration'>
  onSeek: Controls['seekTo']
  className: string
  isDisabled?: boolean
  /** Receives the time under the pointer, and null when it leaves. */
  onPoint?: (time: number | null) => void
  children: ReactNode
}

export function TimeSlider({
  playback: { time, duration },
  onSeek,
  className,
  isDisabled,
  onPoint,
  children,
}: Props) {
  return (
    <div
      className={`relative rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-turf ${className}`}
    >
      {children}
      <input
        type="range"
        aria-label="Seek"
        aria-valuetext={`${spokenTime(time)} of ${spokenTime(duration)}`}
        min={0}
        max={duration || 1}
        step="any"
        value={Math.min(time, duration)}
        disabled={isDisabled}
        onPointerMove={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect()
          onPoint?.(Math.min(1, Math.max(0, (event.clientX - left) / width)) * duration)
        }}
        onPointerLeave={() => onPoint?.(null)}
        onPointerCancel={() => onPoint?.(null)}
        onChange={(event) => onSeek(event.target.valueAsNumber)}
        className="absolute inset-0 m-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
      />
    </div>
  )
}
