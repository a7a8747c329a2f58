import { X } from 'lucide-react'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { speeds } from './choices.ts'
import { languageName } from './language-name.ts'

export type FilmSettingsProps = {
  speed: number
  /** The sizes there are to choose from, by their short sides; `side` is the one chosen, null for Auto. */
  sides: number[]
  side: number | null
  languages: string[]
  language: string | null
  onSpeed: (speed: number) => void
  onSide: (side: number | null) => void
  onLanguage: (language: string | null) => void
  onSmallWindow: (() => void) | null
  onClose: () => void
}

/** Whoever opened it goes on in it. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true })

/** How fast, how sharp, in which language: lies over the film above its controls. */
export function FilmSettings({ speed, sides, side, languages, language, ...on }: FilmSettingsProps) {
  return (
    <fieldset
      aria-label="Settings"
      className="absolute right-2 bottom-2 z-10 grid max-h-[calc(100%-1rem)] w-[calc(100%-1rem)] max-w-80 grid-cols-2 gap-3 overflow-y-auto rounded-card border border-line bg-stand p-3 text-chalk"
    >
      <p className="self-center text-sm font-semibold">Settings</p>
      <button
        type="button"
        aria-label="Close settings"
        ref={takeFocus}
        className="grid size-11 place-items-center justify-self-end rounded-control hover:bg-bench"
        onClick={on.onClose}
      >
        <X size={18} aria-hidden />
      </button>
      <Field label="Speed">
        {(control) => (
          <Select {...control} value={speed} onChange={(event) => on.onSpeed(Number(event.target.value))}>
            {speeds.map((one) => (
              <option key={one} value={one}>
                {one === 1 ? 'Normal' : `${one}×`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {sides.length > 1 ? (
        <Field label="Quality">
          {(control) => (
            <Select
              {...control}
              value={side ?? 'auto'}
              onChange={({ target: { value } }) => on.onSide(value === 'auto' ? null : Number(value))}
            >
              <option value="auto">Auto</option>
              {sides.toReversed().map((one) => (
                <option key={one} value={one}>
                  {one}p
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      {languages.length > 0 ? (
        <Field label="Captions">
          {(control) => (
            <Select
              {...control}
              value={language ?? ''}
              onChange={(event) => on.onLanguage(event.target.value || null)}
            >
              <option value="">Off</option>
              {languages.map((one) => (
                <option key={one} value={one}>
                  {languageName(one)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      {on.onSmallWindow ? (
        <button
          type="button"
          className="col-span-2 min-h-11 rounded-control border border-edge px-3 text-sm font-semibold hover:bg-bench"
          onClick={on.onSmallWindow}
        >
          Picture in picture
        </button>
      ) : null}
    </fieldset>
  )
}
