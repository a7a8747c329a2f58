import { Play } from 'lucide-react'
import { timeText } from './time-text.ts'

type Props = {
  name: string
  /** The saved position in seconds; 0 for the start. */
  place: number
  durationMs: number | null
  onStart: (at: number) => void
}

const chip = 'rounded-control bg-black/75 px-3 text-sm font-semibold text-white'

export function FilmStart({ name, place, durationMs, onStart }: Props) {
  return (
    <>
      <button
        type="button"
        aria-label={place > 0 ? `Continue at ${timeText(place)}: ${name}` : `Play video: ${name}`}
        className="group absolute inset-0 grid cursor-pointer place-content-center justify-items-center gap-3 outline-offset-[-4px]!"
        // Keeps clear of the button below on a phone.
        style={place > 0 ? { paddingBottom: 48 } : undefined}
        onClick={() => onStart(place)}
      >
        <span className="grid size-18 place-items-center rounded-full bg-black/75 text-white transition-colors duration-150 group-hover:bg-turf group-hover:text-on-turf">
          <Play size={32} aria-hidden className="ml-1 fill-current" />
        </span>
        {place > 0 ? <span className={`${chip} py-1.5`}>Continue at {timeText(place)}</span> : null}
      </button>
      {place > 0 ? (
        <button
          type="button"
          className={`${chip} absolute bottom-2 left-2 min-h-11 cursor-pointer`}
          onClick={() => onStart(0)}
        >
          From the beginning
        </button>
      ) : null}
      {durationMs ? (
        <span className={`${chip} board pointer-events-none absolute right-2 bottom-2 px-2 py-0.5 text-xs`}>
          {timeText(durationMs / 1000)}
        </span>
      ) : null}
    </>
  )
}
