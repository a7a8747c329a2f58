import { type SubmitEvent, useId, useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog, DialogActions } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { Textarea } from '../textarea.tsx'
import type { TextPicture } from './picture-view.ts'

type Chosen = { part: string; alt: string }

type Props = {
  pictures: readonly TextPicture[]
  /** The picture that is selected in the text. */
  current: Chosen | null
  maxAltLength: number
  onSet: (chosen: Chosen) => void
  onClose: () => void
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

/** Chooses one of the post's pictures for a place in its text, and describes it. */
export function PictureDialog({ pictures, current, maxAltLength, onSet, onClose }: Props) {
  const name = useId()
  const [chosen, setChosen] = useState<Chosen | null>(current)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The dialog may stand inside another form.
    event.stopPropagation()
    if (chosen) onSet({ ...chosen, alt: chosen.alt.replaceAll(/\s+/g, ' ').trim() })
  }
  return (
    <Dialog open title="Picture in the Text" onOpenChange={(isOpen) => !isOpen && onClose()}>
      <form className="mt-6 grid gap-4" noValidate onSubmit={submit}>
        {pictures.length === 0 ? (
          <p className="text-sm text-muted">
            Add a picture to the post first. Then it can stand between the paragraphs.
          </p>
        ) : (
          <fieldset className="grid gap-2" style={columns}>
            <legend className="mb-2 text-sm font-semibold">Pictures of this post</legend>
            {pictures.map(({ id, url, alt }, index) => (
              <label
                key={id}
                className="relative rounded-control bg-bench p-1"
                style={chosen?.part === id ? marked : undefined}
              >
                <input
                  type="radio"
                  name={name}
                  style={corner}
                  aria-label={alt || `Picture ${index + 1}`}
                  checked={chosen?.part === id}
                  onChange={() => setChosen({ part: id, alt })}
                />
                <img
                  src={url}
                  alt=""
                  loading="lazy"
                  className="w-full rounded-control object-cover"
                  style={square}
                />
              </label>
            ))}
          </fieldset>
        )}
        {chosen ? (
          <Field label="Description" description="For people who cannot see the picture.">
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                maxLength={maxAltLength}
                value={chosen.alt}
                onChange={(event) => setChosen({ ...chosen, alt: event.target.value })}
              />
            )}
          </Field>
        ) : null}
        <DialogActions>
          <Button kind="outline" onClick={onClose}>
            Cancel
          </Button>
          {pictures.length === 0 ? null : (
            <Button type="submit" disabled={!chosen}>
              {current ? 'Save Picture' : 'Insert Picture'}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}
