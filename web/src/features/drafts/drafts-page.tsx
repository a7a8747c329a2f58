import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import type { DraftLine } from '@touchline/contract/drafts.ts'
import { CalendarClock } from 'lucide-react'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Page } from '#ui/page.tsx'
import { draftFacts, draftName, publishText } from './draft-text.ts'
import { copiesOf } from '#drafting/local-copy.ts'
import { draftList, useLiveDrafts } from './requests.ts'
import { useNewPost } from './use-new-post.ts'

export function DraftsPage() {
  usePageTitle('Drafts')
  useLiveDrafts()
  const { id: personId } = useSignedInViewer()
  const query = useQuery({ ...draftList, refetchOnMount: 'always' })
  return (
    <Page
      title="Drafts"
      back={<Link to={paths.content}>Back to the feed</Link>}
      lead="No one else sees a draft until it is published."
    >
      <div className="grid gap-3">
        <Unsaved personId={personId} known={query.data} />
        {query.data ? (
          <Drafts drafts={query.data} />
        ) : query.isError ? (
          <EmptyState
            title="Your drafts could not be loaded"
            action={<Button onClick={() => void query.refetch()}>Try Again</Button>}
          >
            What you type is kept on this device in the meantime.
          </EmptyState>
        ) : (
          <output aria-label="Loading drafts" className="grid grid-cols-1 gap-3">
            <Skeleton className="h-24" />
            <Skeleton className="h-24" />
          </output>
        )}
      </div>
    </Page>
  )
}

function Drafts({ drafts }: { drafts: DraftLine[] }) {
  const begin = useNewPost()
  if (drafts.length === 0)
    return (
      <EmptyState
        title="Nothing here yet"
        action={<Button onClick={() => void begin()}>Write a Post</Button>}
      >
        What you write is saved as you type, and published when you say so.
      </EmptyState>
    )
  return (
    <ul aria-label="Drafts" className="grid grid-cols-1 gap-3">
      {drafts.map((draft) => (
        <li key={draft.id} className="grid grid-cols-1">
          <Link
            to={paths.draft}
            params={{ draftId: draft.id }}
            className="surface p-4 transition-colors duration-150 hover:bg-bench"
          >
            <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <span dir="auto" className="line-clamp-2 min-w-0 flex-1 font-semibold">
                {draftName(draft)}
              </span>
              <span className="text-muted">
                <RelativeTime at={draft.updatedAt} />
              </span>
            </span>
            <span className="mt-1 block text-sm text-muted">{draftFacts(draft)}</span>
            {draft.edits ? (
              <span className="mt-2 block text-sm font-semibold">
                {draft.edits === 'published' ? 'Changes to a published post' : 'Unpublished post'}
              </span>
            ) : null}
            {draft.publishAt ? (
              <span className="mt-2 flex items-center gap-2 text-sm">
                <CalendarClock size={16} aria-hidden className="shrink-0 text-turf" />{' '}
                {publishText(draft.publishAt)}
              </span>
            ) : null}
            {draft.notPublished ? (
              <span className="mt-2 block text-sm text-dismissal">Not published: {draft.notPublished}</span>
            ) : null}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Drafts with changes that exist only in this browser. */
function Unsaved({ personId, known }: { personId: string; known: DraftLine[] | undefined }) {
  const copies = copiesOf(personId)
  if (copies.length === 0) return null
  return (
    <ul aria-label="Not saved yet" className="grid grid-cols-1 gap-3">
      {copies.map(({ draftId, typed }) => (
        <li key={draftId} className="grid grid-cols-1">
          <Link
            to={paths.draft}
            params={{ draftId }}
            className="surface flex flex-wrap items-center justify-between gap-2 p-4 hover:bg-bench"
          >
            <span dir="auto" className="line-clamp-2 min-w-0 flex-1 font-semibold">
              {draftName({ title: typed.title, beginning: typed.content })}
            </span>
            <Badge look="caution">
              {known?.some(({ id }) => id === draftId) ? 'Changes not saved yet' : 'On this device only'}
            </Badge>
          </Link>
        </li>
      ))}
    </ul>
  )
}
