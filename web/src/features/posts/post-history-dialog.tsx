import { useQuery } from '@tanstack/react-query'
import { removedFilesDays, type Revision } from '@touchline/contract/revisions.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { fullNameOf } from '#people/names.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { localTime } from '#ui/dates.ts'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { revisionsOf, useRemoveFiles, useRestoreRevision } from './edit-requests.ts'

const names: Record<Revision['changed'][number], string> = {
  title: 'title',
  text: 'text',
  files: 'pictures and films',
  order: 'order',
  descriptions: 'descriptions',
  attachments: 'attachments',
  opensAt: 'early access',
  sharing: 'what visitors see',
  comments: 'comments on or off',
  tags: 'tags',
  madeWithAi: '“Made with AI”',
}

const list = new Intl.ListFormat('en-US')

function changesIn({ changed }: Revision): string {
  if (changed.length === 0) return 'Published'
  return `Changed: ${list.format(changed.map((field) => names[field]))}`
}

type Props = { postId: string; onClose: () => void }

export function PostHistoryDialog({ postId, onClose }: Props) {
  const query = useQuery(revisionsOf(postId))
  return (
    <Dialog
      wide
      open
      title="Version History"
      description={`Restoring a version adds a new one, so nothing is lost. Files that an edit removed are kept for ${removedFilesDays} days.`}
      onOpenChange={onClose}
    >
      <div className="mt-6 grid gap-4">
        {query.data ? (
          <Revisions postId={postId} revisions={query.data} />
        ) : query.isError ? (
          <NotLoaded onRetry={query.refetch}>The versions could not be loaded.</NotLoaded>
        ) : (
          <Skeleton className="h-96" />
        )}
      </div>
    </Dialog>
  )
}

function Revisions({ postId, revisions }: { postId: string; revisions: Revision[] }) {
  const restore = useRestoreRevision(postId)
  const remove = useRemoveFiles(postId)
  const isExpired = useExpiredSession()
  const [isAsking, setAsking] = useState(false)
  const [newest] = revisions
  const current = newest?.version ?? 1
  const used = new Set(newest?.files.map(({ id }) => id))
  const hasRemovedFiles = revisions.some(({ files }) =>
    files.some(({ id, isThere }) => isThere && !used.has(id)),
  )
  const fail = (title: string) => (error: unknown) => {
    if (!isExpired(error))
      toast({ title, description: errorMessage(error, 'Please try again.'), kind: 'destructive' })
  }
  const restoreNow = (version: number) =>
    restore
      .mutateAsync({ version, current })
      .then(
        () =>
          toast({ title: 'Restored', description: `Members see version ${version} again.`, kind: 'success' }),
        fail('Not restored'),
      )
  return (
    <div className="grid gap-4">
      <ol aria-label="Versions" className="grid gap-3">
        {revisions.map((revision) => (
          <li key={revision.version} className="grid gap-3 rounded-control bg-bench p-4">
            <RevisionLine revision={revision} />
            {revision.isCurrent ? null : (
              <Button
                kind="outline"
                className="justify-self-start"
                disabled={restore.isPending}
                aria-label={`Restore version ${revision.version}`}
                onClick={() => void restoreNow(revision.version)}
              >
                Restore
              </Button>
            )}
          </li>
        ))}
      </ol>
      {hasRemovedFiles ? (
        <Button
          kind="quiet"
          className="justify-self-start"
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
        >
          Delete Removed Files Now
        </Button>
      ) : null}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete Removed Files"
        description="The files that edits removed from this post are deleted for good. Earlier versions can then be restored without them."
        confirmLabel="Delete"
        onConfirm={() => void remove.mutateAsync().catch(fail('Not deleted'))}
      />
    </div>
  )
}

function RevisionLine({ revision }: { revision: Revision }) {
  const { version, savedAt, savedBy, isCurrent, title, content, files, attachments } = revision
  const gone = [...files, ...attachments].filter(({ isThere }) => !isThere).length
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">Version {version}</span>
        {isCurrent ? <Badge look="turf">Now</Badge> : null}
        <span className="text-sm text-muted">
          {localTime(savedAt)}
          {savedBy ? (
            <>
              {' · '}
              <bdi>{fullNameOf(savedBy, 'Creator')}</bdi>
            </>
          ) : null}
        </span>
      </p>
      <p className="text-sm">{changesIn(revision)}</p>
      <div dir="auto" className="text-sm text-muted">
        {title ? <p className="font-semibold">{title}</p> : null}
        <p className="line-clamp-3 whitespace-pre-line">{content}</p>
      </div>
      {files.length > 0 ? (
        <ul aria-label={`Files of version ${version}`} className="flex flex-wrap gap-2">
          {files.map(({ id, stillUrl, mediaType, isThere }) => (
            <li
              key={id}
              className="grid size-16 place-items-center overflow-hidden rounded-control bg-pitch text-xs text-muted"
            >
              {stillUrl ? (
                <img src={stillUrl} alt="" loading="lazy" className="size-full object-cover" />
              ) : isThere ? (
                mediaType
              ) : (
                'deleted'
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {attachments.length > 0 ? (
        <p className="text-sm text-muted">
          Attachments: <bdi>{list.format(attachments.map(({ name }) => name))}</bdi>
        </p>
      ) : null}
      {gone > 0 ? (
        <p className="text-sm text-muted">
          {gone === 1 ? 'One file is' : `${gone} files are`} no longer kept.
        </p>
      ) : null}
    </>
  )
}
