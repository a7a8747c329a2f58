import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { useParams } from '#router/router-provider.tsx'
import { type ReactNode, useState } from 'react'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Page } from '#ui/page.tsx'
import { DraftEditor } from './draft-editor.tsx'
import { readCopy } from '#drafting/local-copy.ts'
import { oneDraft, useLiveDrafts } from './requests.ts'

export function DraftPage() {
  const { draftId } = useParams(paths.draft)
  const { data } = useQuery({ ...oneDraft(draftId), enabled: false })
  const title = data?.edits ? 'Edit Post' : 'New Post'
  usePageTitle(title)
  return (
    <Page title={title} back={<Link to={paths.drafts}>Drafts</Link>}>
      <OpenedDraft key={draftId} draftId={draftId} />
    </Page>
  )
}

function OpenedDraft({ draftId }: { draftId: string }): ReactNode {
  useLiveDrafts()
  const { id: personId } = useSignedInViewer()
  const [copy] = useState(() => readCopy(personId, draftId))
  // A draft that was never saved does not exist on the server.
  const isNew = copy?.version === 0
  const { data, isError, refetch } = useQuery({
    ...oneDraft(draftId),
    ...(isNew ? { initialData: null } : {}),
  })
  // The editor stays open whatever happens elsewhere, because it holds the typed text.
  const [wasOpened, setOpened] = useState(false)
  const canOpen = !!data || (copy !== null && data === null)
  if (canOpen && !wasOpened) setOpened(true)

  if (wasOpened || canOpen) return <DraftEditor opened={{ draftId, found: data ?? null, copy }} now={data} />
  if (data === null)
    return (
      <EmptyState
        title="This draft is not here"
        action={
          <Button asChild>
            <Link to={paths.drafts}>See all drafts</Link>
          </Button>
        }
      >
        It may have been published or deleted, or the address is not quite right.
      </EmptyState>
    )
  if (isError)
    return (
      <EmptyState
        title="This draft could not be loaded"
        action={<Button onClick={() => void refetch()}>Try Again</Button>}
      >
        What was typed on this device is still here.
      </EmptyState>
    )
  return (
    <output aria-label="Loading the draft" className="grid gap-4">
      <Skeleton className="h-12" />
      <Skeleton className="h-56" />
    </output>
  )
}
