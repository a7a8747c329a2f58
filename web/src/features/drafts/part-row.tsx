import type { Part } from '@touchline/contract/media.ts'
import { maxSearchLength } from '@touchline/contract/posts.ts'
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import type { PointerEventHandler } from 'react'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { PartThumbnail } from './part-preview.tsx'
import { partName, PartStatus } from './part-status.tsx'
import { ReplaceButton } from './replace-button.tsx'

type Props = {
  part: Part
  index: number
  count: number
  isBusy: boolean
  isDragged: boolean
  /** Where the dragged part would go, beside this one. */
  isTarget: 'top' | 'bottom' | null
  handle: {
    onPointerDown: PointerEventHandler
    onPointerMove: PointerEventHandler
    onPointerUp: PointerEventHandler
    onPointerCancel: PointerEventHandler
  }
  onMove: (to: number) => void
  onDescribe: (mediaAlt: string) => void
  onRemove: () => void
  onReplace: (file: File) => void
}

/** One of several files of a draft: its place, its description, and what can be done with it. */
export function PartRow(props: Props) {
  const { part, index, count, isBusy, isDragged, isTarget, handle, onMove, onDescribe, onRemove, onReplace } =
    props
  const name = `${partName(part)} ${index + 1}`
  return (
    <li
      data-part={part.id}
      aria-label={`${name} of ${count}`}
      className="grid gap-2 rounded-control bg-bench p-3"
      style={{
        ...(isDragged ? { opacity: 0.5 } : {}),
        ...(isTarget ? { boxShadow: `0 ${isTarget === 'top' ? -3 : 3}px 0 currentcolor` } : {}),
      }}
    >
      <div className="flex items-center gap-2">
        {/* The buttons are the way without a pointer. */}
        <span
          aria-hidden
          className="grid size-11 shrink-0 cursor-grab place-items-center text-muted"
          style={{ touchAction: 'none', marginInlineStart: -8 }}
          {...handle}
        >
          <GripVertical size={20} />
        </span>
        <PartThumbnail part={part} />
        <div className="ml-auto flex flex-wrap justify-end">
          <Button
            kind="quiet"
            size="icon"
            aria-label={`Move ${name} up`}
            disabled={index === 0}
            data-move="up"
            onClick={() => onMove(index - 1)}
          >
            <ArrowUp size={20} aria-hidden />
          </Button>
          <Button
            kind="quiet"
            size="icon"
            aria-label={`Move ${name} down`}
            disabled={index === count - 1}
            data-move="down"
            onClick={() => onMove(index + 1)}
          >
            <ArrowDown size={20} aria-hidden />
          </Button>
          <Button kind="quiet" size="icon" aria-label={`Remove ${name}`} disabled={isBusy} onClick={onRemove}>
            <Trash2 size={20} aria-hidden />
          </Button>
        </div>
      </div>
      <PartStatus part={part} />
      <ReplaceButton name={name} onReplace={onReplace} />
      {part.mediaType === 'audio' ? null : (
        <Textarea
          aria-label={`Description of ${name} (alt text)`}
          placeholder="What does it show? (alt text)"
          rows={1}
          maxLength={maxSearchLength.mediaAlt}
          value={part.mediaAlt ?? ''}
          onChange={(event) => onDescribe(event.target.value)}
        />
      )}
    </li>
  )
}
