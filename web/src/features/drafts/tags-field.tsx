import {
  distinctTags,
  maxTagLength,
  maxTags,
  tagTooLong,
  tooManyTags,
  toTag,
} from '@touchline/contract/tags.ts'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

type Props = { tags: string[]; onChange: (tags: string[]) => void }

/** Tags are added with Enter, a comma, or by leaving the field. */
export function TagsField({ tags, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const add = (text: string) => {
    const added = text.split(',').map(toTag).filter(Boolean)
    const next = distinctTags([...tags, ...added])
    const isTooLong = added.some((tag) => Array.from(tag).length > maxTagLength)
    const refusal = isTooLong ? tagTooLong : next.length > maxTags ? tooManyTags : ''
    setProblem(refusal)
    if (refusal) return setTyped(text)
    setTyped('')
    if (next.length !== tags.length) onChange(next)
  }
  return (
    <div className="grid gap-2">
      <Field
        label="Tags"
        description={`Members find posts by them. Up to ${maxTags}, separated by commas.`}
        error={problem}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={typed}
            onChange={({ target }) =>
              target.value.includes(',') ? add(target.value) : setTyped(target.value)
            }
            onBlur={() => add(typed)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              add(typed)
            }}
          />
        )}
      </Field>
      {tags.length > 0 ? (
        <ul aria-label="Tags" className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="flex items-center rounded-control bg-bench ps-3">
              <bdi className="text-sm break-all">{tag}</bdi>
              <Button
                kind="quiet"
                size="icon"
                aria-label={`Remove the tag ${tag}`}
                onClick={() => onChange(tags.filter((other) => other !== tag))}
              >
                <X size={16} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
