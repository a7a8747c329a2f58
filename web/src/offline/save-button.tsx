import { useQueryClient } from '@tanstack/react-query'
import type { Post } from '@touchline/contract/posts.ts'
import { CircleCheckBig, Download } from 'lucide-react'
import { isAborted, logProblem } from '#api/log.ts'
import { postLabel } from '#people/names.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSite } from '#site/site.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { toast } from '#ui/toast-store.ts'
import { canSave } from './can-save.ts'
import { removeSaved } from './remove-saved.ts'
import { fileSize } from '#ui/file-size.ts'
import { savePost, type Progress } from './save-post.ts'
import { notSavedText } from './not-saved-text.ts'
import { useIsSaved } from './use-saved.ts'
import { createInProgressSet } from '#ui/in-progress-set.ts'

type Saving = { bytes: number; cancel: () => void }

const underWay = createInProgressSet<Saving>()

const useSaving = underWay.use

async function saveOnce(postId: string, work: (progress: Progress) => Promise<void>): Promise<void> {
  if (underWay.of(postId)) return
  const abort = new AbortController()
  const onProgress = (bytes: number) => underWay.set(postId, { bytes, cancel: () => abort.abort() })
  onProgress(0)
  try {
    await work({ signal: abort.signal, onProgress })
  } finally {
    underWay.set(postId, null)
  }
}

/** `read` may read the newest version first. */
export function useSavePost(post: Post, read?: (signal: AbortSignal) => Promise<Post>) {
  const viewer = useSignedInViewer()
  const site = useSite()
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  return () =>
    saveOnce(post.id, async (progress) => {
      try {
        await savePost(read ? await read(progress.signal) : post, { viewer, site }, progress)
        await client.invalidateQueries({ queryKey: ['saved', viewer.id] })
        toast({
          title: 'Saved for offline',
          description: 'You will find it under Saved Posts, even without a connection.',
          kind: 'success',
        })
      } catch (error) {
        if (isAborted(error) || isExpired(error)) return
        logProblem('A post could not be saved', error)
        toast({ title: 'Not saved', description: notSavedText(error), kind: 'destructive' })
      }
    })
}

export function SaveButton({ post }: { post: Post }) {
  const { id: personId } = useSignedInViewer()
  const isSaved = useIsSaved(personId, post.id)
  const { features } = useSite()
  const saving = useSaving(post.id)
  const save = useSavePost(post)
  const label = postLabel(post)
  if (!features.offline || !canSave()) return null
  if (saving)
    return (
      <Button kind="quiet" className="px-3!" aria-label={`Stop saving: ${label}`} onClick={saving.cancel}>
        <Spinner label="Saving" />
        <output className="board text-xs">{fileSize(saving.bytes)}</output>
      </Button>
    )
  const Icon = isSaved ? CircleCheckBig : Download
  return (
    <Button
      kind="quiet"
      size="icon"
      aria-pressed={isSaved ?? false}
      aria-label={`Save for offline: ${label}`}
      title="Save for offline"
      className={isSaved ? 'text-turf!' : 'text-muted!'}
      onClick={() => void (isSaved ? removeSaved(post.id) : save())}
    >
      <Icon size={20} aria-hidden />
    </Button>
  )
}
