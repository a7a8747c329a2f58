import { type Attachment, maxAttachments } from '@touchline/contract/media.ts'
import { Paperclip, Trash2 } from 'lucide-react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { fileSize } from '#ui/file-size.ts'
import { toast } from '#ui/toast-store.ts'
import { useRemovePart } from './requests.ts'
import { useSendFiles } from './use-send-files.ts'

type Props = { draftId: string; attachments: Attachment[]; isSaved: () => Promise<boolean> }

/** The files that members download with a post. */
export function DraftAttachments({ draftId, attachments, isSaved }: Props) {
  const { send } = useSendFiles(draftId, isSaved)
  const remove = useRemovePart(draftId)
  const isExpired = useExpiredSession()
  const choose = (chosen: File[]) => {
    const room = maxAttachments - attachments.length
    if (chosen.length > room)
      toast({
        title: 'Too Many Files',
        description: `A post can have ${maxAttachments} attachments.`,
        kind: 'destructive',
      })
    void send(chosen.slice(0, Math.max(0, room)), ({ name }) => ({ attachedAs: name }))
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      {attachments.length > 0 ? (
        <ul aria-label="Attachments" className="grid gap-2">
          {attachments.map(({ id, name, bytes }) => (
            <li key={id} className="flex items-center gap-3 rounded-control bg-bench py-1 pl-3 text-sm">
              <Paperclip size={20} aria-hidden className="shrink-0" />
              <bdi className="min-w-0 flex-1 wrap-anywhere">{name}</bdi>
              <span className="shrink-0 text-muted">{fileSize(bytes)}</span>
              <Button
                kind="quiet"
                size="icon"
                aria-label={`Remove ${name}`}
                disabled={remove.isPending}
                onClick={() =>
                  remove.mutate(id, {
                    onError(error) {
                      if (isExpired(error)) return
                      const description = errorMessage(error, 'The file is still there. Please try again.')
                      toast({ title: 'Not removed', description, kind: 'destructive' })
                    },
                  })
                }
              >
                <Trash2 size={20} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {attachments.length >= maxAttachments ? null : (
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 grow basis-full text-xs text-muted sm:basis-0">
            Files of any type that members can download: a PDF, a GPX track, a ZIP.
          </p>
          <FileButton multiple label="Files to attach" onFiles={choose}>
            <Paperclip size={18} aria-hidden /> Attach Files
          </FileButton>
        </div>
      )}
    </div>
  )
}
