import { useNavigate } from '@tanstack/react-router'
import type { ErrorCode } from '@touchline/contract/errors.ts'
import { useRef, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { useDraft } from '#session/draft.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast-store.ts'
import { usePublish } from './requests.ts'
import { UploadForm } from './upload-form.tsx'
import { type ContentType, contentTypes, problemOfUpload } from './upload-rules.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

const toContentType = (kept: string): ContentType => contentTypes.find((type) => type === kept) ?? 'image'

/** Refusals whose own sentence tells the creator what to change. */
const telling = new Set<ErrorCode | undefined>([
  'too_large',
  'unsupported_media',
  'storage_full',
  'invalid_input',
])

const failureOf = (error: unknown) => ({
  title: 'Upload Failed',
  description:
    error instanceof ApiError && telling.has(error.code) && error.serverMessage
      ? error.serverMessage
      : 'Failed to upload content. Please try again.',
  kind: 'destructive' as const,
})

/** Publishes a post. What is in the form stays there until the server has it, also when the dialog is closed. */
export function UploadDialog({ open, onOpenChange }: Props) {
  const title = useDraft('upload-title')
  const content = useDraft('upload-content')
  const type = useDraft('upload-type', 'image')
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState(0)
  const publish = usePublish()
  const navigate = useNavigate()
  const isExpired = useExpiredSession()
  const cancel = useRef<AbortController>(undefined)
  const contentType = toContentType(type.text)

  const send = async () => {
    const problem = problemOfUpload({ contentType, file, content: content.text })
    if (problem) {
      toast({ ...problem, kind: 'destructive' })
      return
    }
    cancel.current = new AbortController()
    setShare(0)
    const form = new FormData()
    form.set('title', title.text.trim())
    form.set('content', content.text.trim())
    form.set('contentType', contentType)
    // Last, so that the server knows everything else when the bytes arrive.
    if (contentType !== 'text' && file) form.set('media', file)
    try {
      const { status } = await publish.mutateAsync({
        form,
        signal: cancel.current.signal,
        onProgress: setShare,
      })
      for (const field of [title, content, type]) field.forget()
      setFile(null)
      onOpenChange(false)
      void navigate({ to: paths.content, search: {} })
      const description =
        status === 'ready'
          ? 'Your members can see it now.'
          : 'It is being made ready to play: your members see it as soon as it is.'
      toast({ title: 'Content Uploaded', description, kind: 'success' })
    } catch (error) {
      const isCancelled = error instanceof Error && error.name === 'AbortError'
      if (!isCancelled && !isExpired(error)) toast(failureOf(error))
    }
  }

  return (
    <Dialog
      wide
      open={open}
      title="Upload Content"
      onOpenChange={(next) => {
        if (!publish.isPending) onOpenChange(next)
      }}
    >
      <UploadForm
        title={title}
        content={content}
        contentType={contentType}
        file={file}
        share={publish.isPending ? share : null}
        onType={type.change}
        onFile={(chosen, kind) => {
          setFile(chosen)
          if (kind) type.change(kind)
        }}
        onSend={() => void send()}
        onCancel={() => cancel.current?.abort()}
      />
    </Dialog>
  )
}
