import { useId } from 'react'

/** Without an address the label stands in the place of the picture. */
type Choice<Id> = { id: Id; url: string | null; label: string }

type Props<Id> = {
  legend: string
  pictures: readonly Choice<Id>[]
  chosen: Id | null
  onChoose: (id: Id) => void
}

// Inline, because the style sheet of every page is at its limit.
const columns = { gridTemplateColumns: 'repeat(auto-fill, minmax(6rem, 1fr))' }
const corner = {
  position: 'absolute',
  insetInlineStart: 8,
  top: 8,
  inlineSize: 24,
  blockSize: 24,
  accentColor: 'var(--color-turf)',
} as const
const marked = { outline: '3px solid var(--color-turf)' }
const square = { aspectRatio: 1 }

/** Radio buttons that look like the pictures to choose from. */
export function PictureChoice<Id extends string | null>({ legend, pictures, chosen, onChoose }: Props<Id>) {
  const name = useId()
  return (
    <fieldset className="grid gap-2" style={columns}>
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      {pictures.map(({ id, url, label }) => (
        <label
          key={id}
          className="relative rounded-control bg-bench p-1"
          style={chosen === id ? marked : undefined}
        >
          <input
            type="radio"
            name={name}
            style={corner}
            aria-label={label}
            checked={chosen === id}
            onChange={() => onChoose(id)}
          />
          {url ? (
            <img
              src={url}
              alt=""
              loading="lazy"
              className="w-full rounded-control object-cover"
              style={square}
            />
          ) : (
            <span aria-hidden className="grid place-items-center p-2 text-center text-sm" style={square}>
              {label}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
