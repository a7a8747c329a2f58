import { PictureInPicture2, X } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { Select } from '#ui/select.tsx'
import type { Chapter } from './chapters.ts'
import { speeds } from './choices.ts'
import { languageName } from './language-name.ts'
import { timeText } from './time-text.ts'

export type FilmSettingsProps = {
  speed: number
  /** The available sizes by short side; `side` is null for Auto. */
  sides: number[]
  side: number | null
  chapters: Chapter[]
  chapter: Chapter | undefined
  languages: string[]
  language: string | null
  onSpeed: (speed: number) => void
  onSide: (side: number | null) => void
  onChapter: (at: number) => void
  onLanguage: (language: string | null) => void
  onSmallWindow: (() => void) | null
  onClose: () => void
}

const takeFocus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true })

/** A select with its label inside, so that the menu leaves the video visible on a phone. */
function Choice({ label, ...rest }: { label: string } & ComponentProps<typeof Select>) {
  const id = useId()
  return (
    <div className="relative min-w-0">
      <label
        htmlFor={id}
        className="pointer-events-none absolute top-1 left-3.5 z-1 text-xs leading-4 text-muted"
      >
        {label}
      </label>
      <Select id={id} className="pt-5! pb-1! text-sm leading-5" {...rest} />
    </div>
  )
}

const tool = 'col-start-3 grid size-11 place-items-center self-center rounded-control hover:bg-bench'

export function FilmSettings({
  speed,
  sides,
  side,
  chapters,
  chapter,
  languages,
  language,
  ...on
}: FilmSettingsProps) {
  return (
    <fieldset
      aria-label="Settings"
      className="absolute right-1 bottom-0 z-10 grid max-h-[calc(100%-0.5rem)] w-[calc(100%-0.5rem)] max-w-88 grid-cols-[1fr_1fr_auto] gap-2 overflow-y-auto rounded-card border border-line bg-stand p-2 text-chalk"
    >
      <button
        type="button"
        aria-label="Close settings"
        ref={takeFocus}
        className={`row-start-1 ${tool}`}
        onClick={on.onClose}
      >
        <X size={18} aria-hidden />
      </button>
      <Choice label="Speed" value={speed} onChange={(event) => on.onSpeed(Number(event.target.value))}>
        {speeds.map((one) => (
          <option key={one} value={one}>
            {one === 1 ? 'Normal' : `${one}×`}
          </option>
        ))}
      </Choice>
      {sides.length > 1 ? (
        <Choice
          label="Quality"
          value={side ?? 'auto'}
          onChange={({ target: { value } }) => on.onSide(value === 'auto' ? null : Number(value))}
        >
          <option value="auto">Auto</option>
          {sides.toReversed().map((one) => (
            <option key={one} value={one}>
              {one}p
            </option>
          ))}
        </Choice>
      ) : null}
      {chapters.length > 0 ? (
        <Choice
          label="Chapter"
          value={chapter?.at ?? ''}
          onChange={(event) => on.onChapter(Number(event.target.value))}
        >
          {chapter ? null : <option value="">–</option>}
          {chapters.map(({ at, title }) => (
            <option key={at} value={at}>
              {timeText(at)} {title}
            </option>
          ))}
        </Choice>
      ) : null}
      {languages.length > 0 ? (
        <Choice
          label="Captions"
          value={language ?? ''}
          onChange={(event) => on.onLanguage(event.target.value || null)}
        >
          <option value="">Off</option>
          {languages.map((one) => (
            <option key={one} value={one}>
              {languageName(one)}
            </option>
          ))}
        </Choice>
      ) : null}
      {on.onSmallWindow ? (
        <button
          type="button"
          aria-label="Picture in picture"
          className={`row-start-2 @sm:hidden ${tool}`}
          onClick={on.onSmallWindow}
        >
          <PictureInPicture2 size={18} aria-hidden />
        </button>
      ) : null}
    </fieldset>
  )
}
