import { useNavigate } from '#router/router-provider.tsx'
import type { ErrorCode } from '@touchline/contract/errors.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { useDraft } from '#drafting/draft.ts'
import { beginDraft } from '#drafting/local-copy.ts'
import { plainToMarkdown } from '#drafting/plain-to-markdown.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import type { SavedUpload } from '#drafting/saved-uploads.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Dialog } from '#ui/dialog.tsx'
import { toSharing } from '#ui/sharing-field.tsx'
import { randomId } from '#ui/random-id.ts'
import { toast } from '#ui/toast-store.ts'
import { useIsMounted } from '#ui/use-is-mounted.ts'
import { usePublish } from './publishing-requests.ts'
import { UploadForm } from './upload-form.tsx'
import { type ContentType, contentTypes, problemOfUpload } from './upload-rules.ts'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  unfinished?: SavedUpload
}

const nothingSent = { bytes: 0, all: 0 }

const toContentType = (saved: string): ContentType => contentTypes.find((type) => type === saved) ?? 'image'

/** Errors whose server message helps the creator. */
const messageFromServer = new Set<ErrorCode | undefined>([
  'too_large',
  'unsupported_media',
  'storage_full',
  'too_many_requests',
  'invalid_input',
  'conflict',
])

const failureOf = (error: unknown) => ({
  title: 'Upload Failed',
  description:
    error instanceof ApiError && messageFromServer.has(error.code) && error.serverMessage
      ? error.serverMessage
      : 'Failed to upload content. Please try again.',
  kind: 'destructive' as const,
})

/** The form is saved until the server has it, even when the dialog is closed. */
export function UploadDialog({ open, onOpenChange, unfinished }: Props) {
  const personId = useSignedInViewer().id
  const title = useDraft('upload-title')
  const content = useDraft('upload-content')
  const mediaAlt = useDraft('upload-alt')
  const type = useDraft('upload-type', 'image')
  const sharing = useDraft('upload-sharing')
  // A stable id makes retries idempotent, even after a reload.
  const number = useDraft('upload-number')
  const [file, setFile] = useState<File | null>(unfinished?.file ?? null)
  const [sent, setSent] = useState(nothingSent)
  const [waiting, setWaiting] = useState<string | null>(null)
  const publish = usePublish()
  const navigate = useNavigate()
  const isMounted = useIsMounted()
  const isExpired = useExpiredSession()
  const cancel = useRef<AbortController>(undefined)
  const contentType = toContentType(type.text)

  const clear = () => {
    for (const field of [title, content, mediaAlt, type, sharing, number]) field.clear()
    setFile(null)
  }

  const send = async () => {
    const problem = problemOfUpload({ contentType, file, content: content.text })
    if (problem) {
      toast({ ...problem, kind: 'destructive' })
      return
    }
    const fields: SavedUpload['fields'] = [
      ['title', title.text.trim()],
      ['content', content.text.trim()],
      ['contentType', contentType],
      ['mediaAlt', contentType === 'text' ? '' : mediaAlt.text.trim()],
      ...(sharing.text ? [['sharing', sharing.text] as [string, string]] : []),
    ]
    await sendNow(fields, contentType === 'text' ? null : file)
  }

  const sendNow = async (fields: SavedUpload['fields'], chosen: File | null) => {
    cancel.current = new AbortController()
    setSent(nothingSent)
    setWaiting(null)
    const postId = number.text || randomId()
    number.change(postId)
    try {
      const { id, status } = await publish.mutateAsync({
        fields,
        postId,
        file: chosen,
        personId,
        unfinished: chosen === unfinished?.file ? unfinished : undefined,
        signal: cancel.current.signal,
        onProgress: (bytes, all) => setSent({ bytes, all }),
        onWaiting: setWaiting,
      })
      clear()
      onOpenChange(false)
      const text =
        status === 'ready'
          ? 'Your members can see it now.'
          : 'It is being processed: your members will see it as soon as it is ready.'
      // Do not navigate someone who has left this page.
      const description = isMounted() ? (
        text
      ) : (
        <>
          {text}{' '}
          <a className="underline" href={paths.post.replace('$postId', id)}>
            See it
          </a>
        </>
      )
      if (isMounted()) void navigate({ to: paths.content, search: {} })
      toast({ title: 'Content Uploaded', description, kind: 'success' })
    } catch (error) {
      // This id can no longer be published.
      if (error instanceof ApiError && [404, 409].includes(error.status)) number.clear()
      const isCancelled = error instanceof Error && error.name === 'AbortError'
      if (!isCancelled && !isExpired(error)) toast(failureOf(error))
    }
  }

  /** Goes on in New Post, with what was typed and chosen here. */
  const openNewPost = async () => {
    const typed = {
      title: title.text,
      content: plainToMarkdown(content.text),
      mediaAlt: mediaAlt.text,
      sharing: toSharing(sharing.text),
    }
    const draftId = beginDraft(personId, typed, file && contentType !== 'text' ? [file] : [])
    clear()
    onOpenChange(false)
    await navigate({ to: paths.draft, params: { draftId } })
  }

  const resume = useEffectEvent((upload: SavedUpload) => {
    const field = new Map(upload.fields)
    title.change(field.get('title') ?? '')
    content.change(field.get('content') ?? '')
    mediaAlt.change(field.get('mediaAlt') ?? '')
    type.change(field.get('contentType') ?? '')
    sharing.change(field.get('sharing') ?? '')
    void sendNow(upload.fields, upload.file)
  })
  const hasResumed = useRef(false)
  useEffect(() => {
    if (!unfinished || hasResumed.current) return
    hasResumed.current = true
    resume(unfinished)
  }, [unfinished])

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
        mediaAlt={mediaAlt}
        sharing={sharing}
        contentType={contentType}
        file={file}
        sent={publish.isPending ? sent : null}
        waiting={waiting}
        onType={type.change}
        onFile={(chosen, kind) => {
          setFile(chosen)
          if (kind) type.change(kind)
        }}
        onSend={() => void send()}
        onMore={() => void openNewPost()}
        onCancel={() => cancel.current?.abort()}
      />
    </Dialog>
  )
}
