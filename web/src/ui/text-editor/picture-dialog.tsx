import { type SubmitEvent, useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog, DialogActions } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { PictureChoice } from '../picture-choice.tsx'
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

/** Chooses one of the post's pictures for a place in its text, and describes it. */
export function PictureDialog({ pictures, current, maxAltLength, onSet, onClose }: Props) {
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
          <PictureChoice
            legend="Pictures of this post"
            pictures={pictures.map(({ id, url, alt }, index) => ({
              id,
              url,
              label: alt || `Picture ${index + 1}`,
            }))}
            chosen={chosen?.part ?? null}
            onChoose={(part) => setChosen({ part, alt: pictures.find(({ id }) => id === part)?.alt ?? '' })}
          />
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
