import { useQuery } from '@tanstack/react-query'
import type { Draft } from '@touchline/contract/drafts.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { type SavedUpload, unfinishedUpload } from '#drafting/saved-uploads.ts'
import { rulesText, sizeProblem, uploadRules } from '#drafting/upload-rules.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { heicProblem, fileKind, readableFile } from '#ui/chosen-file.ts'
import { Field } from '#ui/field.tsx'
import { toast } from '#ui/toast-store.ts'
import { UploadProgress } from '#ui/upload-progress.tsx'
import { DraftMedia } from './draft-media.tsx'
import { useAttachFile, usePrepareAgain, useRemoveFile } from './requests.ts'
import { type Sending, sendFile, uploadFor, useSending } from './send-file.ts'

type Props = { draftId: string; draft: Draft | null; isSaved: () => Promise<boolean> }

/** Why a file cannot be used, or null. The server checks its content. */
function problemOf(file: File, maxBytes: number): { title: string; description: string } | null {
  if (!fileKind(file))
    return { title: 'Invalid File Type', description: 'Please select a picture, a video or a recording.' }
  return sizeProblem(file, maxBytes)
}

export function DraftFile({ draftId, draft, isSaved }: Props) {
  const { id: personId } = useSignedInViewer()
  const sending = useSending(draftId)
  const input = useRef<HTMLInputElement>(null)
  const attach = useAttachFile(draftId)
  const removeFile = useRemoveFile(draftId)
  const again = usePrepareAgain(draftId)
  const { data: rules } = useQuery(uploadRules)
  const isExpired = useExpiredSession()
  const showError = (title: string, error: unknown, fallback: string) => {
    const isCancelled = error instanceof Error && error.name === 'AbortError'
    if (!isCancelled && !isExpired(error))
      toast({ title, description: errorMessage(error, fallback), kind: 'destructive' })
  }

  const send = async (upload: SavedUpload) => {
    try {
      await sendFile(draftId, upload, { isSaved, attach: attach.mutateAsync })
    } catch (error) {
      showError('Upload Failed', error, 'The file could not be sent. Please try again.')
    }
  }
  const resume = useEffectEvent((upload: SavedUpload) => void send(upload))
  useEffect(() => {
    let isMounted = true
    const resumeUpload = async () => {
      const upload = await unfinishedUpload(personId, draftId)
      if (upload && isMounted) resume(upload)
    }
    void resumeUpload()
    return () => {
      isMounted = false
    }
  }, [personId, draftId])
  const choose = async (chosen: File | undefined) => {
    // A file input fires no event when the same file is selected again, so clear it.
    if (input.current) input.current.value = ''
    if (!chosen) return
    const file = await readableFile(chosen)
    const problem = file ? problemOf(file, rules?.maxBytes ?? Infinity) : heicProblem
    if (problem) toast({ ...problem, kind: 'destructive' })
    else if (file) await send(uploadFor(personId, draftId, file))
  }

  const hasFile = draft !== null && draft.mediaType !== 'text'
  return (
    <div className="grid grid-cols-1 gap-3">
      {draft && hasFile && !sending ? (
        <DraftMedia
          draft={draft}
          isBusy={removeFile.isPending || again.isPending}
          onRemove={() =>
            removeFile.mutate(undefined, {
              onError: (error) =>
                showError('Not removed', error, 'The file is still there. Please try again.'),
            })
          }
          onTryAgain={() =>
            again.mutate(undefined, {
              onError: (error) =>
                showError('Not tried', error, 'It could not be tried again. Please try again.'),
            })
          }
        />
      ) : null}
      {sending ? (
        <SendingFile {...sending} />
      ) : (
        <Field
          label={hasFile ? 'Replace the file' : 'Picture, video or recording (optional)'}
          description={
            rules
              ? `Up to ${rulesText(rules)}. It is processed while you write. To continue an upload that stopped, choose the same file again.`
              : 'It is processed while you write.'
          }
        >
          {(control) => (
            // iOS converts HEIC to JPEG when HEIC is not in the list.
            <input
              {...control}
              ref={input}
              type="file"
              accept="image/jpeg,image/png,image/gif,image/webp,image/avif,video/*,audio/*"
              className="control text-sm file:mr-3 file:rounded-md file:border-0 file:bg-bench file:px-3 file:py-1.5 file:font-semibold file:text-chalk"
              onChange={(event) => void choose(event.target.files?.[0])}
            />
          )}
        </Field>
      )}
    </div>
  )
}

function SendingFile({ bytes, all, waiting, cancel }: Sending) {
  return (
    <div className="rounded-control border border-line p-3">
      <UploadProgress
        sent={{ bytes, all }}
        waiting={waiting}
        afterwards="Storing the file..."
        onCancel={bytes < all || all === 0 ? cancel : undefined}
      />
    </div>
  )
}
