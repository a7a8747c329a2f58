import type { Part } from '@touchline/contract/media.ts'
import { maxSearchLength } from '@touchline/contract/posts.ts'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { AltField } from '#ui/alt-field.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { PartPreview } from './part-preview.tsx'
import { PartRow } from './part-row.tsx'
import { partName, PartStatus } from './part-status.tsx'
import { ReplaceButton } from './replace-button.tsx'
import { usePrepareAgain, useRemovePart } from './requests.ts'
import { usePartDrag } from '#ui/use-part-drag.ts'
import { useSendFiles } from './use-send-files.ts'

type Props = {
  draftId: string
  parts: Part[]
  isSaved: () => Promise<boolean>
  /** Called with another order or other descriptions. */
  onArrange: (parts: Part[]) => void
}

/** The pictures, videos and recordings of a draft, which are described and put in order here. */
export function DraftParts({ draftId, parts, isSaved, onArrange }: Props) {
  const { send } = useSendFiles(draftId, isSaved)
  const remove = useRemovePart(draftId)
  const again = usePrepareAgain(draftId)
  const isExpired = useExpiredSession()
  const list = useRef<HTMLUListElement>(null)
  const [moved, setMoved] = useState<{ id: string; direction: 'up' | 'down'; words: string } | null>(null)

  const move = (from: number, to: number) => {
    const part = parts[from]
    if (!part || to < 0 || to >= parts.length) return
    onArrange(parts.toSpliced(from, 1).toSpliced(to, 0, part))
    setMoved({
      id: part.id,
      direction: to < from ? 'up' : 'down',
      words: `${partName(part)} is now ${to + 1} of ${parts.length}.`,
    })
  }
  const { drag, handleOf } = usePartDrag(list, move)
  useEffect(() => {
    // The focus stays with the part, although its place in the page changes.
    const row = moved && list.current?.querySelector(`[data-part="${moved.id}"]`)
    const buttons = row?.querySelectorAll<HTMLButtonElement>('button[data-move]:enabled') ?? []
    const same = [...buttons].find(({ dataset }) => dataset['move'] === moved?.direction)
    ;(same ?? buttons[0])?.focus()
  }, [moved])

  const fail = (title: string, fallback: string) => ({
    onError(error: unknown) {
      if (!isExpired(error)) toast({ title, description: errorMessage(error, fallback), kind: 'destructive' })
    },
  })
  const removePart = (part: Part) =>
    remove.mutate(part.id, fail('Not removed', 'The file is still there. Please try again.'))
  const describe = (index: number, mediaAlt: string) =>
    onArrange(parts.map((part, at) => (at === index ? { ...part, mediaAlt } : part)))
  const hasFailed = parts.some(({ status }) => status === 'failed')
  const [only] = parts
  if (!only) return null
  return (
    <div className="grid grid-cols-1 gap-3">
      {parts.length === 1 ? (
        <>
          <div className="grid grid-cols-1 gap-3 rounded-control bg-bench p-3">
            <PartPreview part={only} />
            <PartStatus part={only} />
            <div className="flex flex-wrap justify-end gap-2">
              <ReplaceButton
                name={partName(only)}
                onReplace={(file) => void send([file], () => ({ replaces: only.id }))}
              />
              <Button kind="quiet" disabled={remove.isPending} onClick={() => removePart(only)}>
                Remove {partName(only)}
              </Button>
            </div>
          </div>
          {only.mediaType === 'audio' ? null : (
            <AltField
              isVideo={only.mediaType === 'video'}
              maxLength={maxSearchLength.mediaAlt}
              value={only.mediaAlt ?? ''}
              onChange={(mediaAlt) => describe(0, mediaAlt)}
            />
          )}
        </>
      ) : null}
      {parts.length > 1 ? (
        <ul ref={list} aria-label="Pictures and videos in order" className="grid gap-2">
          {parts.map((part, index) => (
            <PartRow
              key={part.id}
              part={part}
              index={index}
              count={parts.length}
              isBusy={remove.isPending}
              isDragged={drag?.from === index}
              isTarget={drag !== null && drag.to === index && drag.from !== index ? dropSide(drag) : null}
              handle={handleOf(index)}
              onMove={(to) => move(index, to)}
              onDescribe={(mediaAlt) => describe(index, mediaAlt)}
              onRemove={() => removePart(part)}
              onReplace={(file) => void send([file], () => ({ replaces: part.id }))}
            />
          ))}
        </ul>
      ) : null}
      <output className="sr-only">{moved?.words}</output>
      {hasFailed ? (
        <div className="flex flex-wrap items-center justify-end gap-2">
          {parts.length > 1 ? (
            <p className="grow text-sm text-muted">The others can be published without what failed.</p>
          ) : null}
          <Button
            kind="outline"
            disabled={again.isPending}
            onClick={() =>
              again.mutate(undefined, fail('Not tried', 'It could not be tried again. Please try again.'))
            }
          >
            Try Again
          </Button>
        </div>
      ) : null}
    </div>
  )
}

const dropSide = ({ from, to }: { from: number; to: number }) => (to < from ? 'top' : 'bottom')
