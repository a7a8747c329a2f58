import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import type { User } from '@touchline/contract/people.ts'
import type { Post } from '@touchline/contract/posts.ts'
import type { Preview, PreviewFor } from '@touchline/contract/previews.ts'
import { clsx } from 'clsx'
import { type MouseEvent, useEffect, useId, useState } from 'react'
import { siteQuery } from '#site/site.ts'
import { type Session, sessionQuery } from '#session/viewer.ts'
import { SlotContext, useSlots } from '#slots.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { PostCard } from './post-card.tsx'
import { UpgradePlace } from './upgrade-place.tsx'

const kinds: { as: PreviewFor; name: string }[] = [
  { as: 'member', name: 'Member' },
  { as: 'lapsed', name: 'Without membership' },
  { as: 'visitor', name: 'Visitor' },
]

type Props = {
  read: (as: PreviewFor) => Promise<Preview>
}

export function PostPreview({ read }: Props) {
  const [as, setAs] = useState<PreviewFor>('member')
  const id = useId()
  const query = useQuery({
    queryKey: ['posts', 'preview', id, as],
    queryFn: () => read(as),
    throwOnError: false,
    gcTime: 0,
    staleTime: 0,
  })
  return (
    <section aria-label="Preview" className="grid grid-cols-1 gap-4">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Seen as</legend>
        {kinds.map((kind) => (
          <Button
            key={kind.as}
            kind={kind.as === as ? 'chalk' : 'outline'}
            aria-pressed={kind.as === as}
            onClick={() => setAs(kind.as)}
          >
            {kind.name}
          </Button>
        ))}
      </fieldset>
      <div aria-live="polite" className={clsx(query.isFetching && 'opacity-60')}>
        {query.data ? (
          <Shown preview={query.data} as={as} />
        ) : query.isError ? (
          <EmptyState
            title="There is no preview"
            action={<Button onClick={() => void query.refetch()}>Try Again</Button>}
          >
            What others see could not be loaded.
          </EmptyState>
        ) : (
          <Skeleton className="h-64" />
        )}
      </div>
    </section>
  )
}

function Shown({ preview, as }: { preview: Preview; as: PreviewFor }) {
  if ('post' in preview) return <PreviewedPost post={preview.post} hasAccess={as === 'member'} />
  switch (preview.refusal.code) {
    case 'subscription_required':
      return <UpgradePlace />
    case 'unauthorized':
      return (
        <EmptyState title="Visitors are asked to sign in">
          Visitors who are signed out see nothing of this post, not even its title.
        </EmptyState>
      )
    case 'invalid_input':
    case 'conflict':
      return <EmptyState title="This cannot be published yet">{preview.refusal.message}</EmptyState>
    default:
      return (
        <EmptyState title="Not there yet">
          Its file is not ready: no one else sees the post until it is.
        </EmptyState>
      )
  }
}

const stranger: User = {
  id: 'preview',
  firstName: null,
  lastName: null,
  email: '',
  role: 'subscriber',
  bio: null,
  location: null,
  website: null,
  profileImageUrl: null,
  isMainInfluencer: false,
  subscriptionStatus: null,
  stripeCustomerId: null,
  createdAt: '2000-01-01T00:00:00.000Z',
  isBlocked: false,
  hasAccess: false,
  hasProvenEmail: true,
  owesTwoFactor: false,
}

/** Blocks links and buttons, except in players (`fieldset`). */
function blockActions(event: MouseEvent) {
  if (!(event.target instanceof Element) || !event.target.closest('a, button')) return
  if (event.target.closest('fieldset')) return
  event.preventDefault()
  event.stopPropagation()
  toast({ title: 'Only a preview', description: 'Others can do this once it is published.' })
}

/** The post card with its own query client and a fictional viewer. */
function PreviewedPost({ post, hasAccess }: { post: Post; hasAccess: boolean }) {
  const outer = useQueryClient()
  const slots = useSlots()
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } }),
  )
  const session: Session = { state: 'signedIn', viewer: { ...stranger, hasAccess } }
  client.setQueryData(sessionQuery.queryKey, session)
  const site = outer.getQueryData(siteQuery.queryKey)
  if (site) client.setQueryData(siteQuery.queryKey, site)
  useEffect(() => () => client.clear(), [client])
  return (
    <QueryClientProvider client={client}>
      <div onClickCapture={blockActions}>
        <SlotContext value={{ ...slots, Comments: () => null }}>
          <PostCard post={{ ...post, id: `preview-${post.id}` }} isFirst />
        </SlotContext>
      </div>
    </QueryClientProvider>
  )
}
