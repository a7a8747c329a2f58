import { useQueryClient } from '@tanstack/react-query'
import type { Post } from '@touchline/contract/posts.ts'
import { BookmarkCheck, BookmarkPlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { logProblem } from '#api/log.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSite } from '#session/site.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { toast } from '#ui/toast-store.ts'
import { canSave } from './can-save.ts'
import { removeSaved } from './remove-saved.ts'
import { savePost } from './save-post.ts'
import { fileSize } from '#ui/file-size.ts'
import { whyNotSaved } from './save-words.ts'
import { useIsSaved } from './use-saved.ts'

/** Saves a post with its files, told how many bytes there are so far; `cancel` stops it. */
function useSaving(post: Post) {
  const viewer = useSignedInViewer()
  const site = useSite()
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  const [bytes, setBytes] = useState<number | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const save = async () => {
    running.current = new AbortController()
    const { signal } = running.current
    setBytes(0)
    try {
      await savePost(post, { viewer, site }, { signal, onProgress: setBytes })
      await client.invalidateQueries({ queryKey: ['saved', viewer.id] })
      toast({
        title: 'Saved for offline',
        description: 'You find it under Saved Posts, also without a connection.',
        kind: 'success',
      })
    } catch (error) {
      if (signal.aborted || isExpired(error)) return
      logProblem('A post could not be saved', error)
      toast({ title: 'Not saved', description: whyNotSaved(error), kind: 'destructive' })
    } finally {
      setBytes(null)
    }
  }
  return { bytes, save, cancel: () => running.current?.abort() }
}

/** Keeps a post for reading without a connection, or deletes the copy. */
export function SaveButton({ post }: { post: Post }) {
  const { id: personId } = useSignedInViewer()
  const isSaved = useIsSaved(personId, post.id)
  const { features } = useSite()
  const { bytes, save, cancel } = useSaving(post)
  if (!features.offline || !canSave()) return null
  if (bytes !== null)
    return (
      <Button kind="quiet" className="px-3!" aria-label="Stop saving" onClick={cancel}>
        <Spinner label="Saving" />
        <output className="board text-xs">{fileSize(bytes)}</output>
      </Button>
    )
  const Icon = isSaved ? BookmarkCheck : BookmarkPlus
  return (
    <Button
      kind="quiet"
      size="icon"
      aria-pressed={isSaved ?? false}
      aria-label="Save for offline"
      title="Save for offline"
      className={isSaved ? 'text-turf!' : 'text-muted!'}
      onClick={() => void (isSaved ? removeSaved(post.id) : save())}
    >
      <Icon size={20} aria-hidden />
    </Button>
  )
}
