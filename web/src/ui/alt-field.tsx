import { Field } from './field.tsx'
import { Textarea } from './textarea.tsx'

type Props = {
  isVideo: boolean
  /** The first of several files. */
  isFirst?: boolean
  maxLength: number
  value: string
  onChange: (value: string) => void
}

/** The alternative text of a picture or a video. */
export function AltField({ isVideo, isFirst = false, maxLength, value, onChange }: Props) {
  return (
    <Field
      label={`${isVideo ? 'Video description' : 'Image description'}${isFirst ? ' of the first file' : ''} (alt text)`}
      description={
        value.trim() === ''
          ? 'Recommended: say in a sentence what it shows. Screen readers read it aloud.'
          : undefined
      }
    >
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
