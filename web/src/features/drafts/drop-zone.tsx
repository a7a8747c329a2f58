import { type Attachment, maxAttachments, maxParts, type Part } from '@touchline/contract/media.ts'
import { Camera, ImagePlus } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { takeChosenFiles } from '#drafting/local-copy.ts'
import { rulesText } from '#drafting/upload-rules.ts'
import { fileKind } from '#ui/chosen-file.ts'
import { FileButton } from '#ui/file-button.tsx'
import { toast } from '#ui/toast-store.ts'
import { PartThumbnail, SendingThumbnail } from './part-preview.tsx'
import { partTypes } from './replace-button.tsx'
import { isOnItsWay, useSendingFiles } from './send-files.ts'
import { SendingList } from './sending-list.tsx'
import { useDroppedFiles } from './use-dropped-files.ts'
import { useResumedUploads, useSendFiles } from './use-send-files.ts'

type Props = {
  draftId: string
  parts: Part[]
  attachments: Attachment[]
  isSaved: () => Promise<boolean>
}

const maxThumbnails = 11

/** Cuts a choice to what a post has room for, and says so. */
function withinRoom(chosen: File[], room: number, limit: string): File[] {
  if (chosen.length > room)
    toast({
      title: 'Too Many Files',
      description: `A post can have ${limit}. ${room > 0 ? `The first ${room} are being added.` : 'Please remove one first.'}`,
      kind: 'destructive',
    })
  return chosen.slice(0, Math.max(0, room))
}

/** Where files come into a post: chosen, taken with the camera, dropped or pasted. */
export function DropZone({ draftId, parts, attachments, isSaved }: Props) {
  const files = useSendingFiles(draftId)
  const { rules, send, retry, resume } = useSendFiles(draftId, isSaved)
  useResumedUploads(draftId, resume)
  const going = files.filter((file) => isOnItsWay(file) && file.place.attachedAs === undefined)

  /** Pictures, videos and recordings are shown, other files are downloads. */
  const add = (chosen: File[]) => {
    const attached = files.filter(({ place }) => place.attachedAs !== undefined).length
    const shown = withinRoom(
      chosen.filter(fileKind),
      maxParts - parts.length - (files.length - attached),
      `${maxParts} pictures and videos`,
    )
    const others = withinRoom(
      chosen.filter((file) => !fileKind(file)),
      maxAttachments - attachments.length - attached,
      `${maxAttachments} attachments`,
    )
    if (shown.length > 0) void send(shown, () => ({}))
    if (others.length > 0) void send(others, ({ name }) => ({ attachedAs: name }))
  }
  const isOver = useDroppedFiles(add)
  const addChosenBefore = useEffectEvent(() => {
    const chosen = takeChosenFiles(draftId)
    if (chosen.length > 0) add(chosen)
  })
  useEffect(() => addChosenBefore(), [])

  const hasCamera = matchMedia('(any-pointer: coarse)').matches
  const thumbnails = [
    ...parts.map((part) => <PartThumbnail key={part.id} part={part} />),
    ...going.map((file) => <SendingThumbnail key={file.upload.id} file={file} />),
  ]
  const hidden = thumbnails.length - maxThumbnails
  return (
    <div
      className={`grid gap-3 rounded-control border p-4 ${isOver ? 'border-turf bg-bench' : 'border-edge'}`}
      style={{ borderStyle: 'dashed' }}
    >
      <div className="flex flex-wrap items-center gap-3">
        <p className="flex min-w-0 grow basis-full items-center gap-3 text-sm sm:basis-0">
          <ImagePlus size={22} aria-hidden className="shrink-0 text-muted" />
          <span>
            <span className="font-semibold">Pictures, videos, recordings</span>
            <span className="block text-muted">
              {isOver
                ? 'Let go to add them.'
                : hasCamera
                  ? 'Choose them, or take them with the camera.'
                  : 'Drop them here, paste them or choose them.'}
            </span>
          </span>
        </p>
        <FileButton multiple label="Pictures, videos or recordings" accept={partTypes} onFiles={add}>
          Choose Files
        </FileButton>
        {hasCamera ? (
          <FileButton
            isCamera
            label="Picture or video from the camera"
            accept="image/*,video/*"
            onFiles={add}
          >
            <Camera size={18} aria-hidden /> Use Camera
          </FileButton>
        ) : null}
      </div>
      {thumbnails.length > 0 ? (
        <div aria-hidden className="flex flex-wrap items-center gap-2">
          {hidden > 1 ? thumbnails.slice(0, maxThumbnails) : thumbnails}
          {hidden > 1 ? <span className="px-2 text-sm text-muted">+{hidden}</span> : null}
        </div>
      ) : null}
      <SendingList files={files} onRetry={(file) => void retry(file)} />
      <p className="text-xs text-muted">
        {rules
          ? `Up to ${maxParts}, each up to ${rulesText(rules)}. They are processed while you write. To continue an upload that stopped, choose the same file again.`
          : 'They are processed while you write.'}
      </p>
    </div>
  )
}
