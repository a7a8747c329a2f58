import { stripColumns, stripOf } from '@touchline/contract/film-strip.ts'
import type { Media } from '@touchline/contract/media.ts'
import { type Chapter, chapterAt } from './chapters.ts'
import { timeText } from './time-text.ts'

type Props = {
  at: number
  duration: number
  media: Pick<Media, 'stripUrl' | 'durationMs' | 'width' | 'height'>
  chapters: Chapter[]
}

const shortSide = 72

const percent = (place: number, count: number) => `${count > 1 ? (100 * place) / (count - 1) : 0}%`

/** Where a click on the time slider would lead: the picture, the chapter and the time. */
export function SeekPreview({ at, duration, media, chapters }: Props) {
  const { stripUrl, durationMs } = media
  const [width, height] = [media.width ?? 16, media.height ?? 9]
  const scale = shortSide / Math.min(width, height)
  const { seconds, rows } = stripOf(durationMs ?? 0)
  const index = Math.floor(at / seconds)
  const title = chapterAt(chapters, at)?.title
  return (
    <div
      aria-hidden
      data-seek-preview
      className="pointer-events-none absolute bottom-full mb-2 grid max-w-48 -translate-x-1/2 justify-items-center gap-1"
      style={{ left: `clamp(5rem, ${duration > 0 ? (100 * at) / duration : 0}%, calc(100% - 5rem))` }}
    >
      {stripUrl ? (
        <span
          className="block rounded-control border border-white/60 bg-black"
          style={{
            width: width * scale,
            height: height * scale,
            backgroundImage: `url(${stripUrl})`,
            backgroundSize: `${100 * stripColumns}% ${100 * rows}%`,
            backgroundPosition: `${percent(index % stripColumns, stripColumns)} ${percent(Math.floor(index / stripColumns), rows)}`,
          }}
        />
      ) : null}
      <span className="flex max-w-full gap-2 rounded-control bg-black/80 px-2 py-0.5 text-xs">
        {title ? <span className="truncate">{title}</span> : null}
        <span className="board">{timeText(at)}</span>
      </span>
    </div>
  )
}
