import { useNavigate, useRouter } from '#router/router-provider.tsx'
import type { Draft } from '@touchline/contract/drafts.ts'
import { type ReactNode, type RefObject, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { useIsMounted } from '#ui/use-is-mounted.ts'
import type { DraftAutosaver } from './autosave-draft.ts'
import { usePublishDraft, useRemoveDraft } from './requests.ts'
import { filesOf } from './send-files.ts'

type Props = {
  draftId: string
  edits: NonNullable<Draft['edits']>
  keeper: RefObject<DraftAutosaver | undefined>
  /** The ids of the parts in their order. */
  parts: string[]
  isSending: boolean
  isSaved: () => Promise<boolean>
  preview: ReactNode
}

const failed = (title: string, description: string) => toast({ title, description, kind: 'destructive' })

/** Saves the changes of a draft to its post, or discards them. */
export function EditActions({ draftId, edits, keeper, parts, isSending, isSaved, preview }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const publish = usePublishDraft(draftId)
  const remove = useRemoveDraft(draftId)
  const isExpired = useExpiredSession()
  const isMounted = useIsMounted()
  const navigate = useNavigate()
  const router = useRouter()
  const { isPublished } = edits
  const openPost = () => navigate({ to: paths.post, params: { postId: draftId } })

  const save = async () => {
    // The live notice of this publication may replace these buttons before the answer arrives.
    const from = router.latest().href
    setBusy(true)
    try {
      if (!(await isSaved()) || !keeper.current) {
        failed('Not saved', 'Your last changes could not be saved yet. Please try again.')
        return
      }
      const { status } = await publish.mutateAsync({
        version: keeper.current.current().version,
        mediaId: parts[0] ?? null,
        parts,
        // What was edited elsewhere is overwritten only after the notice of it was on screen.
        ...(edits.version > edits.basedOn ? { postVersion: edits.version } : {}),
      })
      const isShown = status === 'ready'
      toast({
        title: isPublished ? 'Saved' : 'Published',
        description: isShown
          ? 'Your members see it now.'
          : 'A new file is being processed: your members see the changes as soon as it is ready.',
        kind: 'success',
      })
      if (isShown && router.latest().href === from) await openPost()
    } catch (error) {
      if (!isExpired(error))
        failed('Not saved', errorMessage(error, 'It could not be saved. Please try again.'))
    } finally {
      setBusy(false)
    }
  }

  const removeNow = async () => {
    try {
      await keeper.current?.remove(() => remove.mutateAsync())
      for (const { cancel } of filesOf(draftId)) cancel()
      if (!isMounted()) return
      await (isPublished ? openPost() : navigate({ to: paths.drafts }))
    } catch (error) {
      if (!isExpired(error)) failed('Not removed', errorMessage(error, 'Please try again.'))
    }
  }

  return (
    <div className="flex flex-wrap gap-3">
      <Button disabled={isBusy || isSending} onClick={() => void save()}>
        {isBusy ? 'Saving...' : isPublished ? 'Save Changes' : 'Publish Again'}
      </Button>
      {preview}
      <Button
        kind="quiet"
        className="ml-auto"
        aria-haspopup="dialog"
        disabled={remove.isPending}
        onClick={() => setAsking(true)}
      >
        {isPublished ? 'Discard Changes' : 'Delete Post'}
      </Button>
      {isSending ? (
        <p className="w-full text-sm text-muted">
          Your file is still uploading: it is saved with the other changes.
        </p>
      ) : null}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={isPublished ? 'Discard Changes' : 'Delete Post'}
        description={
          isPublished
            ? 'The post stays as members see it now. Files that you added here are deleted.'
            : 'Are you sure you want to delete this post? Its files, comments and likes go with it. This action cannot be undone.'
        }
        confirmLabel={isPublished ? 'Discard' : 'Delete'}
        onConfirm={() => void removeNow()}
      />
    </div>
  )
}
