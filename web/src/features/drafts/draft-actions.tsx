import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '#router/router-provider.tsx'
import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { useIsMounted } from '#ui/use-is-mounted.ts'
import type { DraftAutosaver } from './autosave-draft.ts'
import { draftName } from './draft-text.ts'
import { nothingTyped } from '#drafting/local-copy.ts'
import { earlyAccessProblem } from './early-access-problem.ts'
import { memberCount, usePublishDraft, useRemoveDraft } from './requests.ts'
import { filesOf } from './send-files.ts'

const DeleteDraftDialog = lazy(async () => ({
  default: (await import('./delete-draft-dialog.tsx')).DeleteDraftDialog,
}))

type Props = {
  draftId: string
  keeper: RefObject<DraftAutosaver | undefined>
  /** The ids of the parts in their order. */
  parts: string[]
  opensAt: string | null
  /** True while a file is uploading. A post published now would lack it. */
  isSending: boolean
  isSaved: () => Promise<boolean>
  preview: ReactNode
}

const failed = (title: string, description: string) => toast({ title, description, kind: 'destructive' })

const publishLabel = (members: number) =>
  members > 0 ? `Publish to ${members} ${members === 1 ? 'member' : 'members'}` : 'Publish'

export function DraftActions({ draftId, parts, opensAt, isSending, keeper, isSaved, preview }: Props) {
  const [doomed, setDoomed] = useState<string | null>(null)
  const [isPublishing, setPublishing] = useState(false)
  const publish = usePublishDraft(draftId)
  const remove = useRemoveDraft(draftId)
  const isExpired = useExpiredSession()
  const isMounted = useIsMounted()
  const navigate = useNavigate()

  const { data: members = 0 } = useQuery(memberCount)

  const publishNow = async () => {
    const early = earlyAccessProblem(opensAt, null)
    if (early) {
      failed('Not published', early)
      return
    }
    setPublishing(true)
    try {
      if (!(await isSaved()) || !keeper.current) {
        failed('Not published', 'Your last changes could not be saved yet. Please try again.')
        return
      }
      const { status } = await publish.mutateAsync({
        version: keeper.current.current().version,
        mediaId: parts[0] ?? null,
        parts,
      })
      const text =
        status === 'ready'
          ? 'Your members can see it now.'
          : 'Its file is being processed: your members will see it as soon as it is ready.'
      // The post keeps the id of its draft. Do not navigate someone who has left this page.
      const description = isMounted() ? (
        text
      ) : (
        <>
          {text}{' '}
          <a className="underline" href={paths.post.replace('$postId', draftId)}>
            See it
          </a>
        </>
      )
      toast({ title: 'Published', description, kind: 'success' })
      if (isMounted()) await navigate({ to: paths.post, params: { postId: draftId } })
    } catch (error) {
      if (!isExpired(error))
        failed('Not published', errorMessage(error, 'It could not be published. Please try again.'))
    } finally {
      setPublishing(false)
    }
  }

  const saveNow = async () => {
    if (!(await keeper.current?.saveNow())) {
      failed('Not saved', 'Your last changes are kept on this device only. Please try again.')
      return
    }
    toast({ title: 'Draft saved', kind: 'success' })
    if (isMounted()) await navigate({ to: paths.drafts })
  }

  const removeNow = async () => {
    try {
      await keeper.current?.remove(() => remove.mutateAsync())
      for (const { cancel } of filesOf(draftId)) cancel()
      if (isMounted()) await navigate({ to: paths.drafts })
    } catch (error) {
      if (!isExpired(error)) failed('Not deleted', 'The draft could not be deleted. Please try again.')
    }
  }

  const ask = () => {
    const { title, content } = keeper.current?.current().typed ?? nothingTyped
    setDoomed(draftName({ title, beginning: content }))
  }

  return (
    <div className="flex flex-wrap gap-3">
      <Button disabled={isPublishing || isSending} onClick={() => void publishNow()}>
        {isPublishing ? 'Publishing...' : publishLabel(members)}
      </Button>
      <Button kind="outline" onClick={() => void saveNow()}>
        Save Draft
      </Button>
      {preview}
      <Button kind="quiet" className="ml-auto" disabled={remove.isPending} onClick={ask}>
        Delete Draft
      </Button>
      {isSending ? (
        <p className="w-full text-sm text-muted">
          Your file is still uploading. The post can be published when it has arrived.
        </p>
      ) : null}
      {doomed ? (
        <Suspense fallback={null}>
          <DeleteDraftDialog
            name={doomed}
            onOpenChange={() => setDoomed(null)}
            onConfirm={() => void removeNow()}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
